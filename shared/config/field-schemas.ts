import * as v from 'valibot';
import { durationPattern, parseDuration } from '../domain/duration.ts';
import { fix, fixUnseen, object } from './fields.ts';

const secretFix = 'put it into an environment variable or Secrets Manager and write {"secret": "NAME"}';
const secretNameFix =
  'write the name of a secret, never its value: capitals, digits and _, as SLACK_WEBHOOK_URL';

export function secretReference() {
  return object(
    {
      secret: described(
        v.pipe(v.string(fixUnseen(secretNameFix)), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/, tellWrongName)),
        'An environment variable (or a line of .env) on one machine; in the cloud, what `signalpost secrets set NAME` stored.',
      ),
    },
    secretFix,
  );
}

/** Quotes only words without digits: anything else may be the secret itself. */
function tellWrongName(issue: v.BaseIssue<unknown>): string {
  const found = String(issue.input);
  if (!/^[a-z]+([-_ ][a-z]+)*$/i.test(found) || found.length > 40) return fixUnseen(secretNameFix)(issue);
  const name = found.replaceAll(/[- ]/g, '_').toUpperCase();
  return fix(`write capitals, digits and _, as ${name}`)(issue);
}

export function uuids() {
  const uuidFix = fix(
    'write a UUID: 8-4-4-4-12 of 0 to 9 and a to f; once something was seen, signalpost bridges and buyers list them by name',
  );
  return v.array(v.pipe(v.string(uuidFix), v.uuid(uuidFix)), fix('write a list of UUIDs'));
}

/** Lists pasted from exports repeat ids, some in capitals. The ledger's keys must not. */
export function dropRepeats() {
  return v.transform((ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]);
}

export function text(sentence: string) {
  return v.pipe(v.string(fix(sentence)), v.regex(/\S/, fix(sentence)));
}

export function columnName() {
  return v.pipe(
    text('write the name of a column, as "Match Score"'),
    v.maxLength(200, fix('shorten it to 200')),
  );
}

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
