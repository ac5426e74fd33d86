import { endOf, readDate, startOf } from '../cells/read-date.ts';
import { readNumber } from '../cells/read-number.ts';
import { compared } from '../text/compared.ts';
import type { Truth } from './truth.ts';

/** Every condition that is there must hold. */
export interface ColumnCondition {
  readonly name: string;
  readonly equals?: ColumnValue | undefined;
  readonly oneOf?: readonly ColumnValue[] | undefined;
  readonly contains?: string | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** A date as `readDate` reads it. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly isEmpty?: boolean | undefined;
}

export interface KnownCells {
  /** Display names; null for an unreadable signal. */
  readonly columns: Readonly<Record<string, unknown>> | null;
  readonly unsettled: readonly string[];
}

export type ColumnValue = string | number | boolean;

type ConditionKind = Exclude<keyof ColumnCondition, 'name' | 'isEmpty'>;

type Holds = (condition: ColumnCondition, cell: unknown, timezone: string) => boolean;

/** An absent condition always holds. */
const holds: { readonly [Kind in ConditionKind]: Holds } = {
  equals: ({ equals }, cell) => equals === undefined || isOneOf(cell, [equals]),
  oneOf: ({ oneOf }, cell) => oneOf === undefined || isOneOf(cell, oneOf),
  contains: ({ contains }, cell) =>
    contains === undefined || textsIn(cell).some((text) => text.includes(compared(contains))),
  atLeast: ({ atLeast }, cell) => atLeast === undefined || isNumber(cell, (number) => number >= atLeast),
  atMost: ({ atMost }, cell) => atMost === undefined || isNumber(cell, (number) => number <= atMost),
  before: ({ before }, cell, timezone) => before === undefined || isBefore(cell, before, timezone),
  after: ({ after }, cell, timezone) => after === undefined || isBefore(after, cell, timezone),
};

const rules = Object.values(holds);

/** A column that the row does not have is empty, which is known. A value that is still being computed is not. */
export function judgeColumn(
  condition: ColumnCondition,
  { columns, unsettled }: KnownCells,
  timezone: string,
): Truth {
  const { name, isEmpty } = condition;
  if (columns === null || unsettled.includes(name)) return null;
  const cell = Object.hasOwn(columns, name) ? columns[name] : undefined;
  const texts = textsIn(cell);
  if (isEmpty !== undefined && isEmpty !== (texts.length === 0)) return false;
  return rules.every((rule) => rule(condition, texts.length === 0 ? undefined : cell, timezone));
}

/** A list or an object has the texts of its values, in small letters. None if the cell is empty. */
function textsIn(cell: unknown): string[] {
  if (typeof cell === 'object' && cell !== null) return Object.values(cell).flatMap(textsIn);
  if (cell === null || cell === undefined) return [];
  const text = compared(String(cell));
  return text === '' ? [] : [text];
}

function isOneOf(cell: unknown, wanted: readonly ColumnValue[]): boolean {
  const texts = textsIn(cell);
  return wanted.some((one) =>
    typeof one === 'number'
      ? texts.some((text) => readNumber(text) === one)
      : texts.includes(compared(String(one))),
  );
}

function isNumber(cell: unknown, fits: (number: number) => boolean): boolean {
  const number = readNumber(cell);
  return number !== null && fits(number);
}

/** One date must be over before the other begins: a day is neither before nor after an hour of it. */
function isBefore(one: unknown, other: unknown, timezone: string): boolean {
  const [earlier, later] = [readDate(one), readDate(other)];
  if (earlier === null || later === null) return false;
  const begin = startOf(later, timezone);
  return startOf(earlier, timezone) < begin && endOf(earlier, timezone) <= begin;
}
