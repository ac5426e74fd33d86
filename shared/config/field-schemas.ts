import * as v from 'valibot';
import { mend, mendUnseen, object } from './fields.ts';

const secretMend = 'put it into an environment variable or Secrets Manager and write {"secret": "NAME"}';
const secretNameMend =
  'write the name of a secret, never its value: capitals, digits and _, as SLACK_WEBHOOK_URL';

export function secretReference() {
  const reference = object(
    {
      secret: described(
        v.pipe(
          v.string(mendUnseen(secretNameMend)),
          v.regex(/^[A-Z][A-Z0-9_]{0,63}$/, mendUnseen(secretNameMend)),
        ),
        'An environment variable (or a line of .env) on one machine; signalpost/STAGE/NAME in Secrets Manager.',
      ),
    },
    secretMend,
  );
  return v.pipe(reference, v.title('secret'));
}

export function uuids() {
  const uuidMend = mend('write a UUID: 8-4-4-4-12 of 0 to 9 and a to f');
  return v.array(v.pipe(v.string(uuidMend), v.uuid(uuidMend)), mend('write a list of UUIDs'));
}

/** Lists pasted together from exports hold repeats, in capitals too: the ledger's keys must not. */
export function dropRepeats() {
  return v.transform((ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]);
}

export function text(sentence: string) {
  return v.pipe(v.string(mend(sentence)), v.regex(/\S/, mend(sentence)));
}

export function described<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.pipe(schema, v.description(description));
}

export function foundAddress(problem: string | null): string | null {
  return problem === null ? null : `found an address that ${problem}`;
}
