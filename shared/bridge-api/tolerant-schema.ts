import * as v from 'valibot';
import { isRecord } from './is-record.ts';

/**
 * Reads fields that the contract leaves open: an optional field may be absent or null, and reads as null if its type
 * is wrong, so that its item is not lost. Unknown fields are kept.
 */

/** An optional field. */
export function optional<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.exactOptional(v.fallback(v.nullable(schema), null));
}

/** An optional array; an unreadable element (not an object where one is expected) is left out. */
export function optionalList<Output>(element: v.GenericSchema<unknown, Output>) {
  return optional(list(element));
}

/** A required array, read like `optionalList`. */
export function list<Output>(element: v.GenericSchema<unknown, Output>) {
  return v.pipe(
    v.array(v.unknown(), 'an array'),
    v.transform((values) =>
      values.flatMap((value): Output[] => {
        const read = v.safeParse(element, value);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** A map, kept unchanged: `looseObject` would drop a column named `constructor`. */
export const map = v.custom<Record<string, unknown>>(isRecord, 'an object');

export const text = v.string('text');
/** The id of an item. An item whose id can't be part of a key is unreadable. */
export const id = v.pipe(
  text,
  v.minLength(1, 'text of 1 to 128 characters'),
  v.maxLength(128, 'text of 1 to 128 characters'),
  v.check(
    (value) => value.isWellFormed() && !/\p{Cc}/u.test(value),
    'text without control characters or halves of surrogate pairs',
  ),
);
export const flag = v.boolean('true or false');
export const whole = v.pipe(v.number('a whole number'), v.safeInteger('a whole number'));
export const count = v.pipe(whole, v.minValue(0, '0 or more'));

/** Whether a value of an answer can be the id of an item. */
export function isId(value: unknown): value is string {
  return v.is(id, value);
}
