import { isUuid } from '../../shared/domain/is-uuid.ts';
import type { ColumnCondition } from '../../shared/domain/routes/column-condition.ts';
import type { RouteMatch } from '../../shared/domain/routes/match.ts';
import { tellNumber } from '../facts/numbers.ts';

interface Surroundings {
  readonly noun: string;
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
}

/** `hot signals whose State is CA or OR, whose Match Score is 80 or more,` */
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

function clausesOf({ hot, bridges, buyers, columns = [], any, not, ...unknown }: RouteMatch): string[] {
  unknown satisfies Record<string, never>;
  return [
    ...(hot === false ? ['that are not hot'] : []),
    ...(bridges ? [`of ${tellChoice('bridge', bridges)}`] : []),
    ...(buyers ? [`of ${tellChoice('buyer', buyers)}`] : []),
    ...columns.map((condition) => `whose ${condition.name} ${tellCondition(condition)}`),
    ...(any ? [tellAny(any)] : []),
    ...(not ? [`except ${withoutComma(tellSignals(not, { noun: 'those' }))}`] : []),
  ];
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

/** `is CA or OR`, `is 80 or more` */
export function tellCondition(condition: ColumnCondition): string {
  const { name: _, equals, oneOf, contains, atLeast, atMost, before, after, isEmpty, ...unknown } = condition;
  unknown satisfies Record<string, never>;
  const range = tellRange(atLeast, atMost);
  const told = [
    isEmpty === undefined ? null : `is ${isEmpty ? '' : 'not '}empty`,
    equals === undefined ? null : `is ${String(equals)}`,
    oneOf === undefined ? null : `is ${shortList(oneOf.map(String), 'or')}`,
    contains === undefined ? null : `contains "${contains}"`,
    range === null ? null : `is ${range}`,
    after === undefined ? null : `is after ${after}`,
    before === undefined ? null : `is before ${before}`,
  ];
  return tellList(told.filter((one) => one !== null));
}

function tellRange(atLeast: number | undefined, atMost: number | undefined): string | null {
  if (atLeast === undefined) return atMost === undefined ? null : `${tellNumber('', atMost)} or less`;
  return `${tellNumber('', atLeast)} ${atMost === undefined ? 'or more' : `to ${tellNumber('', atMost)}`}`;
}

const mostNamed = 5;

/** `a`, `a and b`, `a, b and c`. */
export function tellList(parts: readonly string[], word = 'and'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}

function shortList(values: readonly string[], word: string): string {
  if (values.length <= mostNamed + 1) return tellList(values, word);
  return tellList([...values.slice(0, mostNamed), `${values.length - mostNamed} more`], word);
}

/** `the buyer X`, or `the buyers "X" or Y`: names are quoted, ids are not. */
function tellChoice(noun: string, wanted: readonly string[]): string {
  const told = wanted.map((one) => (isUuid(one) ? one : `"${one}"`));
  return `the ${noun}${wanted.length === 1 ? '' : 's'} ${shortList(told, 'or')}`;
}
