import * as v from 'valibot';
import type { ColumnMeanings } from '../domain/cells/meanings.ts';
import {
  columnName,
  described,
  describedObject,
  type EntriesOf,
  fix,
  object,
  optional,
  text,
} from './fields.ts';

const mostNames = 20;
const mostBridges = 200;
const namesFix = 'write the name of a column, as "Due Date", a list of names, or false for none';
const personFix =
  'write the name of a column, as "Decision Maker", a list of names, {"name": "Decision Maker", "email": "DM Email"}, or false for none';

const person = object(
  {
    name: described(
      v.union([columnName, v.array(columnName, fix(personFix))], fix(personFix)),
      'The column with the name.',
    ),
    email: optional(columnName, 'The column with the e-mail address.'),
    phone: optional(columnName, 'The column with the phone number.'),
  },
  personFix,
);

const names = (description: string) => optional(columnNames(namesFix), description);
const entries = {
  deadline: names(
    'Until when one can answer: only this closes a signal, and reminders go by it. Without it, nothing closes.',
  ),
  date: names('Another date worth showing: of a meeting, an award, an opening, the end of a contract.'),
  money: names('What it is worth.'),
  person: optional(
    v.union([columnNames(personFix), person], fix(personFix)),
    'Whom to speak to. The e-mail address and the phone number are shown to the owner who is told directly, and on routes with contacts.',
  ),
  post: names("A person's title, beside the person."),
  owner: names('Who of us looks after it.'),
  buyer: names("The buyer's name. Without it, the service's own, or the beginning of its id."),
  stage: names('How far it has come.'),
  why: names('Text of which a sentence is shown.'),
} satisfies EntriesOf<ColumnMeanings>;

const columnsFix = 'write {"deadline": "Due Date", "money": "Estimated Value"}, or leave it out';
const otherBridges = v.pipe(
  v.record(
    text('write the id of a bridge, or its name'),
    object(entries, columnsFix),
    fix('write {"11111111-…": {"deadline": false}}'),
  ),
  v.maxEntries(mostBridges, fix(`write at most ${mostBridges}`)),
);
export const columnsSchema = describedObject(
  {
    ...entries,
    in: optional(
      otherBridges,
      'Where a bridge means something else: its fields by the id of the bridge, or its name.',
    ),
  },
  columnsFix,
  'What columns mean, by their display names: a name, or several of which the first with a readable value counts; false for none. Without it, messages show cells by their format alone, and nothing closes.',
);

function columnNames(sentence: string) {
  return v.union(
    [
      columnName,
      v.pipe(
        v.array(columnName, fix(sentence)),
        v.minLength(1, fix('write at least one name, or false for none')),
        v.maxLength(mostNames, fix(`write at most ${mostNames}`)),
      ),
      v.literal(false, fix(sentence)),
    ],
    fix(sentence),
  );
}
