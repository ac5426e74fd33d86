import * as v from 'valibot';
import { isRecord } from './is-record.ts';

/**
 * How the contract's open places are read: an optional field may be absent or null, and reads as null when it has
 * another type than expected, so that nothing is lost because of it. Unknown fields are kept.
 */

/** An optional field. */
export function optional<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.exactOptional(v.fallback(v.nullable(schema), null));
}

/** An optional array; an element that can't be read at all (no object where one belongs) is left out. */
export function optionalList<Output>(element: v.GenericSchema<unknown, Output>) {
  return optional(list(element));
}

/** A required array, read as `optionalList` reads one. */
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

/** A map, kept as it came: `looseObject` would drop a column that somebody named `constructor`. */
export const map = v.custom<Record<string, unknown>>(isRecord, 'an object');

export const text = v.string('text');
/** An id that an item is known by. What no key could hold keeps its item among the unreadable. */
export const id = v.pipe(
  text,
  v.minLength(1, 'text of 1 to 128 characters'),
  v.maxLength(128, 'text of 1 to 128 characters'),
  v.check(
    (value) => value.isWellFormed() && !/\p{Cc}/u.test(value),
    'text of whole characters, none of them a control character',
  ),
);
export const flag = v.boolean('true or false');
export const whole = v.pipe(v.number('a whole number'), v.safeInteger('a whole number'));
export const count = v.pipe(whole, v.minValue(0, '0 or more'));

/** Whether a value of an answer can be the id of an item. */
export function isId(value: unknown): value is string {
  return v.is(id, value);
}
