import * as v from 'valibot';
import { durationPattern, parseDuration } from '../domain/duration.ts';
import { findNearest } from '../domain/find-nearest.ts';
import { redactText } from '../domain/redact-text.ts';

type Tell = (issue: v.BaseIssue<unknown>) => string;

/** An issue's message, `found …; fix` or `is missing; fix`, for a field whose value may be shown. */
export function fix(sentence: string): Tell {
  return (issue) => `${formatFound(issue.input, true)}; ${sentence}`;
}

/** The same for a field that holds a secret, or may hold one by mistake. */
export function fixUnseen(sentence: string): Tell {
  return (issue) => `${formatFound(issue.input, false)}; ${sentence}`;
}

function formatFound(input: unknown, quote: boolean): string {
  return input === undefined ? 'is missing' : `found ${describeFound(input, quote)}`;
}

/** People paste tokens into the wrong line: no string is quoted that may hold a secret. */
export function describeFound(value: unknown, quote: boolean): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'string') return describeText(value, quote);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function describeText(text: string, quote: boolean): string {
  if (text.trim() === '') return 'a blank string';
  return quote ? JSON.stringify(redactText(text).slice(0, 60)) : 'a string';
}

/** A check with its own message: `find` returns the whole message, or null. JSON Schema can't express it. */
export function refuse<Input>(find: (input: NoInfer<Input>) => string | null): v.RawCheckAction<Input> {
  return v.rawCheck<Input>(({ dataset, addIssue }) => {
    const message = dataset.typed ? find(dataset.value) : null;
    if (message !== null) addIssue({ message });
  });
}

/** A field that the domain's type doesn't know would be accepted and do nothing. */
export type EntriesOf<Type> = { [Field in keyof Required<Type>]: v.GenericSchema<unknown, Type[Field]> };

/** Names all unknown fields at once, each with the field probably meant: valibot by itself stops at the first. */
export function object<const Entries extends v.ObjectEntries>(
  entries: Entries,
  sentence: string,
): v.StrictObjectSchema<Entries, Tell> {
  const known = Object.keys(entries).filter((key) => key !== '$schema');
  return v.strictObject(entries, (issue) => {
    const place = issue.path?.[0];
    if (place === undefined) return fixUnseen(sentence)(issue);
    if (issue.expected !== 'never') return describeMissing(entries[String(place.key)], issue);
    return `found ${nameUnknown(place.input, known)}; it takes ${known.join(', ')}`;
  });
}

/** A missing field's message is the fix of the field's own schema. */
function describeMissing(schema: unknown, issue: v.BaseIssue<unknown>): string {
  const message = (schema as { readonly message?: unknown } | undefined)?.message;
  if (typeof message !== 'function') return 'is missing; write it';
  const { path: _, ...withoutPath } = issue;
  return message({ ...withoutPath, input: undefined });
}

function nameUnknown(holder: unknown, known: readonly string[]): string {
  const unknown = Object.keys(holder as object).filter((key) => key !== '$schema' && !known.includes(key));
  const named = unknown.slice(0, 10).map((key) => {
    const nearest = findNearest(key, known);
    return `${describeFound(key, true)}${nearest ? ` (did you mean "${nearest}"?)` : ''}`;
  });
  return `the unknown field${unknown.length > 1 ? 's' : ''} ${named.join(', ')}`;
}

export interface WrittenForm {
  readonly helper: string;
  /** The call of the helper. `secret` gives the code of a secret; `channel` is the answer to that question. */
  readonly write: (secret: (name: string) => string, channel: string) => string;
}

const secretFix = 'put it into an environment variable or Secrets Manager and write {"secret": "NAME"}';
const secretNameFix =
  'write the name of a secret, never its value: capitals, digits and _, as SLACK_WEBHOOK_URL';

export const secretReference = object(
  {
    secret: described(
      v.pipe(v.string(fixUnseen(secretNameFix)), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/, describeWrongName)),
      'An environment variable (or a line of .env) on one machine; in the cloud, what `signalpost secrets set NAME` stored.',
    ),
  },
  secretFix,
);

/** Quotes only words without digits: anything else may be the secret itself. */
function describeWrongName(issue: v.BaseIssue<unknown>): string {
  const found = String(issue.input);
  if (!/^[a-z]+([-_ ][a-z]+)*$/i.test(found) || found.length > 40) return fixUnseen(secretNameFix)(issue);
  const name = found.replaceAll(/[- ]/g, '_').toUpperCase();
  return fix(`write capitals, digits and _, as ${name}`)(issue);
}

const uuidFix = fix(
  'write a UUID: 8-4-4-4-12 of 0 to 9 and a to f; once something was seen, signalpost bridges and buyers list them by name',
);
export const uuids = v.array(v.pipe(v.string(uuidFix), v.uuid(uuidFix)), fix('write a list of UUIDs'));

/** Lists pasted from exports repeat ids, some in capitals. The ledger's keys must not. */
export const dropRepeats = v.transform((ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]);

/** A text of this form. `sentence`: the fix. */
export function written(form: RegExp, sentence: string) {
  return v.pipe(v.string(fix(sentence)), v.regex(form, fix(sentence)));
}

export function text(sentence: string) {
  return written(/\S/, sentence);
}

export const columnName = v.pipe(
  text('write the name of a column, as "Match Score"'),
  v.maxLength(200, fix('shorten it to 200')),
);

/** `sentence`: the fix, which names the limits that `fits` checks in milliseconds. */
export function duration(sentence: string, fits: (ms: number) => boolean) {
  return v.pipe(
    v.string(fix(sentence)),
    v.regex(durationPattern, fix(sentence)),
    v.check((written) => fits(parseDuration(written)), fix(sentence)),
  );
}

export function number(sentence: string) {
  return v.pipe(v.number(fix(sentence)), v.finite(fix(sentence)));
}

/** `sentence`: the fix, which names the limits. */
export function wholeNumber(least: number, most: number, sentence: string) {
  const told = fix(sentence);
  return v.pipe(v.number(told), v.integer(told), v.minValue(least, told), v.maxValue(most, told));
}

export function described<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.pipe(schema, v.description(description));
}

/** `sentence`: the fix. */
export function describedObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
  sentence: string,
  description: string,
) {
  return described(object(entries, sentence), description);
}

export function optional<const Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.optional(described(schema, description));
}

export function withDefault<const Schema extends v.GenericSchema, const Value extends v.InferInput<Schema>>(
  schema: Schema,
  description: string,
  value: Value,
) {
  return v.optional(described(schema, description) as v.GenericSchema as Schema, value);
}

export function foundAddress(problem: string | null): string | null {
  return problem === null ? null : `the address ${problem}`;
}
