import * as v from 'valibot';
import { isRecord } from '../domain/is-record.ts';

/**
 * Reads answers, whose fields the contract leaves open: an optional field may be absent or null, and reads as null if
 * its type is wrong, so that its item is not lost.
 */

/** An object. Keeps unknown fields, but leaves them out of the type, so that the compiler reports a misspelt name. */
export function open<const Entries extends v.ObjectEntries>(entries: Entries) {
  type Known = Readonly<v.InferOutput<v.ObjectSchema<Entries, undefined>>>;
  return v.looseObject(entries, 'an object') as unknown as v.GenericSchema<unknown, Known>;
}

export function optional<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.exactOptional(v.fallback(v.nullable(schema), null));
}

/** An unreadable element (not an object where one is expected) is left out. */
export function optionalList<Output>(element: v.GenericSchema<unknown, Output>) {
  return optional(list(element));
}

export function list<Output>(element: v.GenericSchema<unknown, Output>) {
  return v.pipe(
    v.array(v.unknown(), 'an array'),
    v.transform((values): readonly Output[] =>
      values.flatMap((value) => {
        const read = v.safeParse(element, value);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** A map, kept unchanged: `looseObject` would drop a column named `constructor`. */
export const map = v.custom<Readonly<Record<string, unknown>>>(isRecord, 'an object');

export const text = v.string('text');
/** An item whose id can't be part of a key is unreadable. */
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

/** Tells a value of an answer that can be the id of an item. */
export function isId(value: unknown): value is string {
  return v.is(id, value);
}
