import { endOf, readDate, startOf } from '../facts/read-date.ts';
import { readNumber } from '../signals/read-number.ts';
import type { ColumnCondition, ColumnValue } from './column-condition.ts';

/** Why no column can meet all of these conditions; null if that can't be proved. */
export function combineColumns(conditions: readonly ColumnCondition[], timezone: string): string | null {
  for (const [name, own] of Map.groupBy(conditions, (condition) => condition.name)) {
    const problem = findProblem(own, timezone);
    if (problem !== null) return `${name} ${problem}`;
  }
  return null;
}

function findProblem(conditions: readonly ColumnCondition[], timezone: string): string | null {
  const isEmptyAsked = conditions.some(({ isEmpty }) => isEmpty === true);
  const isValueAsked = conditions.some(({ name: _, isEmpty, ...asked }) => {
    return isEmpty === false || Object.values(asked).some((value) => value !== undefined);
  });
  if (isEmptyAsked) return isValueAsked ? 'is empty and is not' : null;
  const least = Math.max(...conditions.map(({ atLeast = Number.NEGATIVE_INFINITY }) => atLeast));
  const most = Math.min(...conditions.map(({ atMost = Number.POSITIVE_INFINITY }) => atMost));
  if (least > most) return `is ${least} or more and ${most} or less`;
  const dates = findDates(conditions, timezone);
  if (dates !== null) return dates;
  return findValues(conditions, least, most);
}

function findDates(conditions: readonly ColumnCondition[], timezone: string): string | null {
  const afters = conditions.flatMap(({ after }) => after ?? []);
  const befores = conditions.flatMap(({ before }) => before ?? []);
  for (const after of afters) {
    for (const before of befores) {
      const [from, until] = [readDate(after), readDate(before)];
      if (from === null || until === null) continue;
      if (endOf(from, timezone) >= startOf(until, timezone)) return `is after ${after} and before ${before}`;
    }
  }
  return null;
}

/** A list can be several of the values at once. What is compared as a number or a date is no list. */
function findValues(conditions: readonly ColumnCondition[], least: number, most: number): string | null {
  const isNumber = least > Number.NEGATIVE_INFINITY || most < Number.POSITIVE_INFINITY;
  const isDate = conditions.some(({ before, after }) => before !== undefined || after !== undefined);
  if (!isNumber && !isDate) return null;
  const lists = conditions.flatMap(valuesOf);
  for (const list of lists) {
    const isMet = (value: ColumnValue): boolean =>
      (!isNumber || isWithin(value, least, most)) &&
      lists.every((other) => other.some((one) => mayBeOne(one, value)));
    if (!list.some(isMet)) return 'is none of the values that all of its conditions take';
  }
  return null;
}

/** A column of which only a list can be all that is asked for: each of several values. Null if there is none. */
export function findListOnly(conditions: readonly ColumnCondition[]): string | null {
  for (const [name, own] of Map.groupBy(conditions, (condition) => condition.name)) {
    const [first = [], ...others] = own.flatMap(valuesOf);
    const isShared = first.some((value) => others.every((list) => list.some((one) => mayBeOne(one, value))));
    if (others.length > 0 && !isShared) return name;
  }
  return null;
}

function valuesOf({ equals, oneOf }: ColumnCondition): (readonly ColumnValue[])[] {
  return [...(equals === undefined ? [] : [[equals]]), ...(oneOf === undefined ? [] : [oneOf])];
}

function isWithin(value: ColumnValue, least: number, most: number): boolean {
  const number = readNumber(value);
  return number !== null && number >= least && number <= most;
}

/** Whether one text can be both. */
function mayBeOne(one: ColumnValue, other: ColumnValue): boolean {
  const [text, otherText] = [plain(one), plain(other)];
  const number = readNumber(text);
  return text === otherText || (number !== null && number === readNumber(otherText));
}

function plain(value: ColumnValue): string {
  return String(value).trim().toLowerCase();
}
