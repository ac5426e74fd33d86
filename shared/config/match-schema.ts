import * as v from 'valibot';
import type { RouteMatch } from '../domain/routes/match.ts';
import { bridgeList } from './bridge-schema.ts';
import { columnSchema } from './column-schema.ts';
import { described, dropRepeats, uuids } from './field-schemas.ts';
import { type EntriesOf, fix, object, refuse } from './fields.ts';

const matchFix = 'write an object with hot, columns, bridges, buyers, any or not; {} matches every signal';
const most = 20;

/** A match may hold matches, so it is one constant that refers to itself. */
const match: v.GenericSchema<RouteMatch> = v.pipe(
  object(
    {
      hot: v.optional(
        described(
          v.boolean(fix('write true or false, or leave it out for both')),
          'true takes hot signals only, false takes the others only.',
        ),
      ),
      bridges: v.optional(bridgeList()),
      buyers: v.optional(buyerList()),
      columns: v.optional(
        list(
          columnSchema(),
          'Takes signals only if each of these columns holds what its conditions ask for: 1 to 20. A column that a row does not have is empty.',
          'leave the field out to match whatever the columns hold',
        ),
      ),
      any: v.optional(
        list(
          v.lazy(() => match),
          'Takes signals only if one of these matches fits: 1 to 20.',
          'it would match nothing; leave the field out to match every signal',
        ),
      ),
      not: v.optional(
        described(
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
      ),
    } satisfies EntriesOf<RouteMatch>,
    matchFix,
  ),
  v.title('match'),
);

/** The schemas that hold themselves, by the names of their definitions. */
export const recursiveSchemas = { match };

export function matchSchema(description: string) {
  return described(match, description);
}

function list<Input, Output>(item: v.GenericSchema<Input, Output>, description: string, emptyFix: string) {
  return v.pipe(
    v.array(item, fix('write a list')),
    v.minLength(1, fix(emptyFix)),
    v.maxLength(most, fix(`write at most ${most}`)),
    v.description(description),
  );
}

function buyerList() {
  const empty = fix('it would match nothing; leave the field out to match every buyer');
  return v.pipe(
    uuids(),
    v.minLength(1, empty),
    v.description('Takes signals of these buyers only.'),
    dropRepeats(),
  );
}
