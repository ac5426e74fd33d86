import * as v from 'valibot';
import type { MentionRule } from '../domain/digests/digest.ts';
import { described, optional, text } from './field-schemas.ts';
import { type EntriesOf, fix, object, refuse } from './fields.ts';

const mentionFix =
  'write {"hot": ["U0123"]}, or {"column": "Account Owner", "people": {"Ann Lee": "U0789"}}, or both';
const idFix =
  'write the id of a member (U… or W…) or of a group (S…), as "U0123ABCD": Slack shows it in the profile';
const mostHot = 10;
const mostPeople = 500;

/** Ids are written here alone: a name in a row is looked up, and mentions nobody by itself. */
export function mentionSchema() {
  const rule = object(
    {
      hot: optional(
        v.pipe(
          v.array(memberId(), fix('write a list of ids, as ["U0123ABCD"]')),
          v.minLength(1, fix('it would mention nobody; leave the field out')),
          v.maxLength(mostHot, fix(`write at most ${mostHot}, or the id of a group`)),
        ),
        'Members (U…, W…) and groups (S…) that are mentioned once in a digest with hot signals: 1 to 10.',
      ),
      column: optional(
        text('write the name of a column, as "Account Owner"'),
        "The column, by display name, that names a signal's owner.",
      ),
      people: optional(
        v.pipe(
          v.record(v.string(), memberId(), fix('write {"Ann Lee": "U0789ABCD"}')),
          v.maxEntries(mostPeople, fix(`write at most ${mostPeople}`)),
        ),
        'The ids of owners by the name that the column holds. An owner is mentioned on hot signals.',
      ),
    } satisfies EntriesOf<MentionRule>,
    mentionFix,
  );
  return described(
    v.pipe(
      rule,
      refuse((rule) => findMentionProblem(rule)),
    ),
    'Who is mentioned on hot signals.',
  );
}

function memberId() {
  return v.pipe(v.string(fix(idFix)), v.regex(/^[USW][A-Z0-9]{2,30}$/, fix(idFix)));
}

function findMentionProblem({ hot, column, people }: MentionRule): string | null {
  if (hot === undefined && column === undefined && people === undefined) {
    return `found no field; ${mentionFix}`;
  }
  if ((column === undefined) === (people === undefined)) return null;
  const missing = column === undefined ? 'column' : 'people';
  return `${missing} is missing; an owner is found by "column" and "people" together`;
}
