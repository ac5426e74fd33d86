import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import { isBridgeId } from '../../../shared/domain/routes/wanted-bridges.ts';
import { tellColumn } from './tell-column.ts';
import { tellChoice, tellList } from './tell-list.ts';

interface Surroundings {
  readonly noun: string;
  /** Clauses in front of the others and behind them. */
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
}

/** `hot signals in CA or OR, scored 80 or more,` */
export function tellSignals(match: RouteMatch, { noun, before = [], behind = [] }: Surroundings): string {
  const clauses = [...before, ...clausesOf(match), ...behind];
  const subject = `${match.hot === true ? 'hot ' : ''}${noun}`;
  const [first, ...others] = clauses;
  if (first === undefined) return subject;
  const isClose = !/^(except|unless) /.test(first);
  if (isClose && others.length === 0) return `${subject} ${first}`;
  return isClose
    ? `${[`${subject} ${first}`, ...others].join(', ')},`
    : `${[subject, ...clauses].join(', ')},`;
}

/** What is said behind the noun, each as a clause. */
function clausesOf({ hot, bridges, buyers, columns = [], any, not }: RouteMatch): string[] {
  return [
    ...(hot === false ? ['that are not hot'] : []),
    ...(bridges ? [`of ${tellBridges(bridges)}`] : []),
    ...(buyers ? [`of ${tellChoice('the buyer', 'the buyers', buyers)}`] : []),
    ...columns.map(tellColumn),
    ...(any ? [tellAny(any)] : []),
    ...(not ? [`except ${withoutComma(tellSignals(not, { noun: 'those' }))}`] : []),
  ];
}

function tellBridges(bridges: readonly string[]): string {
  const told = bridges.map((one) => (isBridgeId(one) ? one : `"${one}"`));
  return tellChoice('the bridge', 'the bridges', told);
}

/** `whose Due Date is empty or after 2026-11-30`, or with nouns if some of them are hot or exclude signals. */
function tellAny(any: readonly RouteMatch[]): string {
  const isPlain = any.every(({ hot, not }) => hot !== true && !not);
  const told = isPlain
    ? any.map((match) => tellList(clausesOf(match)) || 'that are any')
    : any.map((match) => withoutComma(tellSignals(match, { noun: 'signals' })));
  const choice = told.length > 1 ? `either ${told.join(', or ')}` : told.join('');
  return isPlain ? choice : `that are ${choice}`;
}

function withoutComma(text: string): string {
  return text.replace(/,$/, '');
}
