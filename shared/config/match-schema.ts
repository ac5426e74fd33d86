import * as v from 'valibot';
import { isUuid } from '../domain/is-uuid.ts';
import type { RouteMatch } from '../domain/routes/match.ts';
import { columnSchema } from './column-schema.ts';
import { type EntriesOf, fix, object, optional, refuse } from './fields.ts';

const longestName = 200;
/** A UUID with a digit too many or too few, in braces or without dashes: it would match nothing as a name. */
const nearlyUuid = /^(urn:uuid:)?[{(]?[\da-f-]{20,}[)}]?$/i;
const controls = /\p{Cc}/u;

function nameList(noun: 'bridge' | 'buyer') {
  const nameFix = fix(
    `write a ${noun}'s UUID (8-4-4-4-12 of 0 to 9 and a to f), or its name as its signals show it`,
  );
  const name = v.pipe(
    v.string(nameFix),
    v.maxLength(longestName, fix(`shorten it to ${longestName}`)),
    v.check((written) => written.trim() !== '' && isIdOrName(written.trim()), nameFix),
    v.transform((written) => (isUuid(written.trim()) ? written.trim().toLowerCase() : written.trim())),
  );
  return v.pipe(
    v.array(name, fix('write a list of UUIDs or names')),
    v.minLength(1, fix(`it would match nothing; leave the field out to match every ${noun}`)),
    v.description(`Takes signals of these ${noun}s only: UUIDs, or display names in any letters.`),
    // The first spelling of a name is kept, for the sentences that name it.
    v.transform((names) =>
      [...Map.groupBy(names, (one) => one.toLowerCase()).values()].flatMap(([first]) => first ?? []),
    ),
  );
}

function isIdOrName(written: string): boolean {
  return isUuid(written) || !(nearlyUuid.test(written) || controls.test(written));
}

const matchFix = 'write an object with hot, columns, bridges, buyers, any or not; {} matches every signal';
const most = 20;

/** A match may hold matches, so it is one constant that refers to itself. */
export const match: v.GenericSchema<RouteMatch> = object(
  {
    hot: optional(
      v.boolean(fix('write true or false, or leave it out for both')),
      'true takes hot signals only, false takes the others only.',
    ),
    bridges: v.optional(nameList('bridge')),
    buyers: v.optional(nameList('buyer')),
    columns: optional(
      list(columnSchema, 'leave the field out to match whatever the columns hold'),
      'Takes signals only if each of these columns holds what its conditions ask for: 1 to 20. A column that a row does not have is empty.',
    ),
    any: optional(
      list(
        v.lazy(() => match),
        'it would match nothing; leave the field out to match every signal',
      ),
      'Takes signals only if one of these matches fits: 1 to 20.',
    ),
    not: optional(
      v.pipe(
        v.lazy(() => match),
        refuse((excluded) =>
          Object.keys(excluded).length === 0
            ? 'found {}, which excludes every signal; leave the field out to exclude none'
            : null,
        ),
      ),
      'Leaves out the signals that fit this match.',
    ),
  } satisfies EntriesOf<RouteMatch>,
  matchFix,
);

export const recursiveSchemas = { match };

function list<Input, Output>(item: v.GenericSchema<Input, Output>, emptyFix: string) {
  return v.pipe(
    v.array(item, fix('write a list')),
    v.minLength(1, fix(emptyFix)),
    v.maxLength(most, fix(`write at most ${most}`)),
  );
}
