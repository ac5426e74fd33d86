import { isUuid } from '../../shared/domain/is-uuid.ts';
import type { ColumnCondition } from '../../shared/domain/routes/column-condition.ts';
import type { RouteMatch } from '../../shared/domain/routes/match.ts';
import { formatList } from '../../shared/domain/text/format-list.ts';
import { formatNumber } from '../facts/numbers.ts';

interface Surroundings {
  readonly noun: string;
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
}

/** `hot signals whose State is CA or OR, whose Match Score is 80 or more,` */
export function describeSignals(match: RouteMatch, { noun, before = [], behind = [] }: Surroundings): string {
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

function clausesOf({ hot, bridges, buyers, columns = [], any, not, ...unknown }: RouteMatch): string[] {
  unknown satisfies Record<string, never>;
  return [
    ...(hot === false ? ['that are not hot'] : []),
    ...(bridges ? [`of ${describeChoice('bridge', bridges)}`] : []),
    ...(buyers ? [`of ${describeChoice('buyer', buyers)}`] : []),
    ...columns.map((condition) => `whose ${condition.name} ${formatCondition(condition)}`),
    ...(any ? [describeAny(any)] : []),
    ...(not ? [`except ${withoutComma(describeSignals(not, { noun: 'those' }))}`] : []),
  ];
}

/** `whose Due Date is empty or after 2026-11-30`, or with nouns if some of them are hot or exclude signals. */
function describeAny(any: readonly RouteMatch[]): string {
  const isPlain = any.every(({ hot, not }) => hot !== true && !not);
  const told = isPlain
    ? any.map((match) => formatList(clausesOf(match)) || 'that are any')
    : any.map((match) => withoutComma(describeSignals(match, { noun: 'signals' })));
  const choice = told.length > 1 ? `either ${told.join(', or ')}` : told.join('');
  return isPlain ? choice : `that are ${choice}`;
}

function withoutComma(text: string): string {
  return text.replace(/,$/, '');
}

/** `is CA or OR`, `is 80 or more` */
export function formatCondition(condition: ColumnCondition): string {
  const { name: _, equals, oneOf, contains, atLeast, atMost, before, after, isEmpty, ...unknown } = condition;
  unknown satisfies Record<string, never>;
  const range = formatRange(atLeast, atMost);
  const told = [
    isEmpty === undefined ? null : `is ${isEmpty ? '' : 'not '}empty`,
    equals === undefined ? null : `is ${String(equals)}`,
    oneOf === undefined ? null : `is ${shortList(oneOf.map(String), 'or')}`,
    contains === undefined ? null : `contains "${contains}"`,
    range === null ? null : `is ${range}`,
    after === undefined ? null : `is after ${after}`,
    before === undefined ? null : `is before ${before}`,
  ];
  return formatList(told.filter((one) => one !== null));
}

function formatRange(atLeast: number | undefined, atMost: number | undefined): string | null {
  if (atLeast === undefined) return atMost === undefined ? null : `${formatNumber('', atMost)} or less`;
  return `${formatNumber('', atLeast)} ${atMost === undefined ? 'or more' : `to ${formatNumber('', atMost)}`}`;
}

const mostNamed = 5;

function shortList(values: readonly string[], word: string): string {
  if (values.length <= mostNamed + 1) return formatList(values, word);
  return formatList([...values.slice(0, mostNamed), `${values.length - mostNamed} more`], word);
}

/** `the buyer X`, or `the buyers "X" or Y`: names are quoted, ids are not. */
function describeChoice(noun: string, wanted: readonly string[]): string {
  const told = wanted.map((one) => (isUuid(one) ? one : `"${one}"`));
  return `the ${noun}${wanted.length === 1 ? '' : 's'} ${shortList(told, 'or')}`;
}
