import * as v from 'valibot';
import { readDate, startOf } from '../domain/cells/read-date.ts';
import type { ColumnCondition } from '../domain/routes/column-condition.ts';
import {
  columnName,
  described,
  type EntriesOf,
  fix,
  number,
  object,
  optional,
  refuse,
  text,
} from './fields.ts';

const columnFix = 'write {"name": "State", "oneOf": ["CA", "OR"]}';
const numberFix = 'write a number';
const valueFix = 'write a text, a number, true or false';
const dateFix = 'write a date, as "2026-12-01" or "2026-12-01T17:00:00Z"';
const mostValues = 200;
const longest = 200;

const columnValue = v.union(
  [
    v.pipe(text(valueFix), v.maxLength(longest, fix(`shorten it to ${longest}`))),
    number(numberFix),
    v.boolean(fix(valueFix)),
  ],
  fix(valueFix),
);

const date = v.pipe(
  text(dateFix),
  v.check((value) => readDate(value) !== null, fix(dateFix)),
);

const column = object(
  {
    name: described(columnName, "The column's display name."),
    equals: optional(
      columnValue,
      'Is this, whether in small letters or capitals; of a list, one of its values.',
    ),
    oneOf: optional(
      v.pipe(
        v.array(columnValue, fix('write a list of values, as ["CA", "OR"]')),
        v.minLength(1, fix('it would match nothing; write at least one value')),
        v.maxLength(mostValues, fix(`write at most ${mostValues}`)),
      ),
      'Is one of these: 1 to 200.',
    ),
    contains: optional(
      v.pipe(text('write a text'), v.maxLength(longest, fix(`shorten it to ${longest}`))),
      'Contains this text, in small letters or capitals.',
    ),
    atLeast: optional(number(numberFix), 'Is a number, this or more.'),
    atMost: optional(number(numberFix), 'Is a number, this or less.'),
    before: optional(date, "Is a date before this one, in the route's time zone."),
    after: optional(date, "Is a date after this one, in the route's time zone."),
    isEmpty: optional(v.boolean(fix('write true or false')), 'true: holds nothing. false: holds anything.'),
  } satisfies EntriesOf<ColumnCondition>,
  columnFix,
);

/** A column has at least one condition, and no two that nothing meets. */
export const columnSchema = v.pipe(column, refuse(findImpossible));

/** Null if each condition says something, and some value meets all of them. */
function findImpossible({ name: _, isEmpty, ...asked }: ColumnCondition): string | null {
  const kinds = Object.keys(asked);
  if (kinds.length === 0 && isEmpty === undefined) return `found no condition; ${columnFix}`;
  if (isEmpty === true && kinds.length > 0)
    return `found isEmpty true and ${kinds.join(', ')}, which an empty column never meets; remove one of them`;
  const { atLeast, atMost } = asked;
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost)
    return `found atLeast ${atLeast} and atMost ${atMost}, which no number meets; swap them`;
  return findNoDate(asked);
}

function findNoDate({ after, before }: Pick<ColumnCondition, 'after' | 'before'>): string | null {
  const [earliest, latest] = [readDate(after), readDate(before)];
  // Two dates of different kinds are in an order that depends on the route's time zone.
  if (earliest === null || latest === null || earliest.kind !== latest.kind) return null;
  if (startOf(earliest, 'UTC') < startOf(latest, 'UTC')) return null;
  return `found after ${after} and before ${before}, which no date meets; swap them`;
}
