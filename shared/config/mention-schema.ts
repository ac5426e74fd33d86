import * as v from 'valibot';
import type { MentionSettings } from '../domain/routes/route.ts';
import { timezone } from './check-times.ts';
import { described, describedObject, type EntriesOf, fix, object, optional, written } from './fields.ts';

const idFix =
  'write the id of a member (U… or W…) or of a group (S…), as "U0123ABCD": Slack shows it in the profile';
const userFix = 'write the sign-in name of a Teams user, as "ann.lee@example.com", or its Entra object id';
const nameFix =
  'write a name as the column has it, in up to 80 letters and without any of <>&[]{}*_`~|\\#, or an e-mail address';
const personFix = 'write {"slack": "U0789ABCD", "teams": "ann.lee@example.com"}, or one of them';
const mostHot = 10;
const mostPeople = 500;

const memberId = written(/^[USW][A-Z0-9]{2,30}$/, idFix);

const owners = optional(
  v.boolean(fix('write true or false')),
  'true mentions the owners of hot signals that `people` of the config has. false unless written.',
);

/** Ids are written in the config alone: a name in a row is looked up, and mentions nobody by itself. */
export const mentionSchema = describedObject(
  {
    hot: optional(
      v.pipe(
        v.array(memberId, fix('write a list of ids, as ["U0123ABCD"]')),
        v.minLength(1, fix('it would mention nobody; leave the field out')),
        v.maxLength(mostHot, fix(`write at most ${mostHot}, or the id of a group`)),
      ),
      'Members (U…, W…) and groups (S…) that are mentioned once in a digest with hot signals: 1 to 10.',
    ),
    owners,
  } satisfies EntriesOf<MentionSettings>,
  'write {"hot": ["U0123"]} or {"owners": true}, or both',
  'Who is mentioned on hot signals.',
);

export function ownerMentionSchema() {
  return describedObject({ owners }, 'write {"owners": true}', 'Who is mentioned on hot signals.');
}

const personName = written(/^([^@<>&[\]{}*_`~|\\#]{1,80}|[\w.+'-]{1,64}@[\w.-]{1,100})$/, nameFix);
const person = object(
  {
    slack: optional(memberId, 'The id of a member (U…, W…) or a group (S…).'),
    teams: optional(
      written(/^([^\s<>@]+@[^\s<>@]+|[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/, userFix),
      'The sign-in name of a user, or its Entra object id.',
    ),
    timezone: optional(
      timezone(),
      'The time zone of the person: of all times of their own route, and its quiet hours.',
    ),
  },
  personFix,
);
export const peopleSchema = described(
  v.pipe(
    v.record(personName, person, fix('write {"Ann Lee": {"slack": "U0789ABCD"}}')),
    v.maxEntries(mostPeople, fix(`write at most ${mostPeople}`)),
  ),
  'The ids of owners by the name or the e-mail address that their column holds: up to 500. Used where `mention` of a destination has `owners`, and where a Slack bot\'s channel is "owner".',
);
