import * as v from 'valibot';
import { dayMs, minuteMs } from '../domain/duration.ts';
import { alarmsSchema } from './alarms-schema.ts';
import { apiSchema } from './api-schema.ts';
import { columnsSchema } from './columns-schema.ts';
import {
  columnName,
  described,
  describedObject,
  dropRepeats,
  duration,
  fix,
  number,
  object,
  optional,
  text,
  uuids,
  wholeNumber,
  withDefault,
  written,
} from './fields.ts';
import { inboundSchema } from './inbound-schema.ts';
import { linksSchema } from './link-schema.ts';
import { peopleSchema } from './mention-schema.ts';
import { routesSchema } from './route-schema.ts';

const sendLastPeriods = ['1 day', '7 days', '30 days', '60 days', '1 month', '2 months', '3 months'] as const;

const firstRunFix = 'write "baseline", "send-all" or {"sendLast": "7 days"}';
const sendLastFix = `write one of ${sendLastPeriods.map((period) => `"${period}"`).join(', ')}`;

/** `permitLocal` permits plain http and loopback addresses. */
export function createConfigSchema(permitLocal: boolean) {
  return v.pipe(
    object(
      {
        $schema: optional(
          text('write the path of config.schema.json'),
          'For editors; Signalpost ignores it.',
        ),
        api: apiSchema(permitLocal),
        watch: watchSchema,
        hot: v.optional(hotSchema, {}),
        summaries: v.optional(summariesSchema, {}),
        routes: routesSchema(permitLocal),
        routing: optional(
          v.picklist(['all', 'first'], fix('write "all" or "first"')),
          '"all" sends a signal to every route that matches, "first" only to the first of them in the order of "routes". "all" unless written.',
        ),
        links: optional(
          linksSchema,
          'Where the names of signals and buyers lead in every digest; a route can have its own.',
        ),
        columns: v.optional(columnsSchema),
        people: v.optional(peopleSchema),
        alarms: v.optional(alarmsSchema(permitLocal)),
        inbound: v.optional(inboundSchema),
        ledger: v.optional(ledgerSchema),
        local: withDefault(
          v.boolean(fix('write true or false')),
          'Permits plain http and loopback addresses, for the API and the destinations. For a run on one machine and for test stages; synth refuses it where state has deletion protection.',
          false,
        ),
      },
      'write an object with api, watch and routes',
    ),
    v.title('Signalpost configuration'),
    v.transform(({ $schema: _, alarms, ...config }) => {
      const told: { alarms?: Exclude<typeof alarms, 'none'>; tellsNobody?: boolean } =
        alarms === 'none' ? { tellsNobody: true } : alarms === undefined ? {} : { alarms };
      return { ...config, ...told };
    }),
  );
}

const exceptSchema = describedObject(
  {
    buyers: v.optional(
      watchList('UUIDs of buyers that are never read, even if a watched bridge has rows of them.'),
      [],
    ),
    bridges: v.optional(
      watchList('UUIDs of bridges whose signals are never sent, even if a watched buyer has some.'),
      [],
    ),
  },
  'write an object with buyers or bridges',
  'Buyers and bridges to leave out.',
);

const watchSchema = describedObject(
  {
    buyers: v.optional(watchList('UUIDs of the buyers to watch. A repeated id counts once.'), []),
    bridges: v.optional(
      watchList(
        'UUIDs of bridges: every buyer in their rows is watched, with its signals of all bridges. Needed when buyers is empty.',
      ),
      [],
    ),
    every: withDefault(
      duration('write whole minutes from "1 minute" to "1 day", as "15 minutes"', fitsEventBridge),
      'The time between two ticks, in whole minutes: "1 minute" to "1 day". Each tick polls the buyers whose rows changed.',
      '15 minutes',
    ),
    allEvery: withDefault(
      duration('write whole minutes from watch.every to "1 day", as "12 hours"', fitsEventBridge),
      'The time within which every buyer is read, whether or not its rows changed: from every to "1 day". With the value of every, each tick reads every buyer.',
      '1 day',
    ),
    concurrency: withDefault(
      wholeNumber(2, 100, 'write a whole number from 2 to 100'),
      'How many functions read buyers at once, ten buyers each: 2 to 100. More read a slow service faster.',
      6,
    ),
    firstRun: withDefault(
      v.union(
        [
          v.picklist(['baseline', 'send-all'], fix(firstRunFix)),
          object({ sendLast: v.picklist(sendLastPeriods, fix(sendLastFix)) }, firstRunFix),
        ],
        fix(firstRunFix),
      ),
      'The signals that a buyer\'s first reading sends: "baseline" none, "send-all" all of the last three months by their date, {"sendLast": "7 days"} those of a period.',
      'baseline',
    ),
    only: optional(
      v.literal('these bridges', fix('write "these bridges", or leave it out')),
      '"these bridges": signals of bridges that are not in "bridges" are never sent. Without it, "bridges" only says where to find buyers.',
    ),
    except: v.optional(exceptSchema),
  },
  'write an object with buyers or bridges',
  'The buyers to read, and how often: at least one buyer or bridge.',
);

const hotColumn = object(
  {
    name: described(columnName, "The column's display name."),
    atLeast: described(number('write a number'), 'The smallest number that is hot.'),
  },
  'write {"name": "Match Score", "atLeast": 80}',
);
const hotSchema = describedObject(
  {
    topByHotness: withDefault(
      wholeNumber(0, 100, 'write a whole number from 0 (off) to 100'),
      "Each buyer's top N by hotness are hot: 0 to 100. With 0, the Hotness order is not read.",
      0,
    ),
    columns: withDefault(
      v.pipe(v.array(hotColumn, fix('write a list of columns')), v.maxLength(20, fix('write at most 20'))),
      'A signal is also hot when one of these columns holds at least the given number.',
      [],
    ),
  },
  'write an object with topByHotness or columns',
  "The rules for hot signals, whose digests carry the buyer's summary. Without it, no signal is hot.",
);

const summariesSchema = describedObject(
  {
    waitAtMost: withDefault(
      duration('write a duration from "0 seconds" to "24 hours", as "10 minutes"', (ms) => ms <= dayMs),
      'The longest time that a hot signal waits for its buyer\'s summary, and that a signal waits for a value that `match` depends on: "0 seconds" to "24 hours".',
      '10 minutes',
    ),
  },
  'write {"waitAtMost": "10 minutes"}',
  'The summaries of buyers with a hot new signal.',
);

const tableFix = 'write the name of a table, as "signalpost-prod-state-restored"';

const ledgerSchema = describedObject(
  {
    table: described(
      written(/^[a-zA-Z0-9_.-]{3,255}$/, tableFix),
      'A table that has a ledger already, such as one that AWS restored; its name begins with signalpost-STAGE-state-. A deployed stage uses it in place of the table of its state stack.',
    ),
  },
  'write {"table": "signalpost-prod-state-restored"}, or leave it out',
  'Where a deployed stage keeps its ledger. On one machine that is the state directory.',
);

function watchList(description: string) {
  return v.pipe(uuids, v.description(description), dropRepeats);
}

/** EventBridge's `rate()` takes whole minutes, at least 1. */
function fitsEventBridge(ms: number): boolean {
  return ms >= minuteMs && ms <= dayMs && ms % minuteMs === 0;
}
