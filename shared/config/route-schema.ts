import * as v from 'valibot';
import { dayMs, hourMs } from '../domain/duration.ts';
import { type CronTime, type Route, signalActions } from '../domain/routes/route.ts';
import { findCronMessage, timezone } from './check-times.ts';
import { destinationSchema, formHelpers } from './destination-schema.ts';
import {
  columnName,
  described,
  duration,
  type EntriesOf,
  fix,
  object,
  optional,
  refuse,
  text,
  withDefault,
  written,
} from './fields.ts';
import { floodSchema } from './flood-schema.ts';
import { linksSchema } from './link-schema.ts';
import { match } from './match-schema.ts';
import { holidaysSchema, quietSchema } from './quiet-schema.ts';

const routeIdFix = 'write 1 to 40 of a to z, 0 to 9 and "-", beginning with a letter or a digit';
const reportFix = 'write {"cron": "0 8 ? * MON *", "timezone": "America/New_York"}, or leave it out for none';
const remindFix = 'write days before the deadline, as ["7 days", "2 days"]: each "1 day" to "30 days"';
const whenFix = 'write "immediately" or {"cron": "0 8 ? * MON-FRI *", "timezone": "America/New_York"}';

export function routesSchema(permitLocal: boolean) {
  const route = object(
    {
      id: described(
        written(/^[a-z0-9][a-z0-9-]{0,39}$/, routeIdFix),
        "The route's name: 1 to 40 of a to z, 0 to 9 and -. A new id is a new route.",
      ),
      match: withDefault(match, 'The signals that the route takes. {} takes every signal.', {}),
      otherwise: optional(
        v.boolean(fix('write true or false')),
        'true takes only signals that no other route matches. A muted or disabled route matches, too.',
      ),
      when: described(
        v.union([v.literal('immediately', fix(whenFix)), cronTime(whenFix)], fix(whenFix)),
        '"immediately" (within a minute), or the time at which digests are composed (in TypeScript: weekdaysAt, dailyAt).',
      ),
      gather: optional(
        duration('write "0 seconds" to "1 hour", as "2 minutes"', (ms) => ms <= hourMs),
        'With "immediately" only: what comes within this time after the last message waits and goes out together; hot signals don\'t wait. "0 seconds" to "1 hour".',
      ),
      to: described(destinationSchema(permitLocal), `The destination (in TypeScript: ${formHelpers}).`),
      heartbeat: optional(
        cronTime(reportFix),
        'The time at which the route gets a heartbeat, which says that nothing is new, if it got no digest since (in TypeScript: mondaysAt). Without it, no heartbeat.',
      ),
      recap: optional(
        cronTime(reportFix),
        'The time at which the route is told what became of the hot signals that it got since the time before. Without it, no recap.',
      ),
      remind: v.optional(remindSchema),
      quiet: v.optional(quietSchema),
      holidays: v.optional(holidaysSchema),
      flood: v.optional(floodSchema, 'off'),
      show: v.optional(showSchema),
      contacts: optional(
        v.boolean(fix('write true or false')),
        'true: hot signals show the e-mail address and the phone number of columns.person. Without it, only an owner who is told directly gets them; with false, nobody.',
      ),
      groupBy: optional(
        v.literal('owner', fix('write "owner", or leave it out')),
        '"owner": a message shows its hot signals owner by owner, those without one last.',
      ),
      links: optional(
        linksSchema,
        'Where the names of signals and buyers lead. A field that is left out is as in links of the config.',
      ),
      timezone: optional(
        timezone(),
        'The time zone of the times in a digest. Without it, that of "when", else of "heartbeat", else of "recap", else UTC.',
      ),
      actions: v.optional(actionsSchema),
    } satisfies EntriesOf<Omit<Route, 'owner'>>,
    'write an object with id, when and to',
  );
  return v.pipe(
    v.array(route, fix('write a list of routes')),
    v.minLength(1, fix('write at least one route: without a route nothing is sent')),
    v.maxLength(50, fix('write at most 50 routes')),
    v.description('Each route decides which signals go where, and when: 1 to 50.'),
  );
}

function cronTime(sentence: string) {
  return object(
    {
      cron: v.pipe(
        described(
          v.pipe(text('write six fields, as "0 8 ? * MON-FRI *"'), refuse(findCronMessage)),
          'Six fields of EventBridge Scheduler: minutes hours day-of-month month day-of-week year.',
        ),
        // Some users align the fields. The guide does not say whether the service accepts more than one space.
        v.transform((cron) => cron.trim().split(/\s+/).join(' ')),
      ),
      timezone: described(timezone(), 'A time zone of the IANA database.'),
    } satisfies EntriesOf<CronTime>,
    sentence,
  );
}

const isWholeDays = (ms: number) => ms >= dayMs && ms <= 30 * dayMs && ms % dayMs === 0;
const remindSchema = v.pipe(
  v.array(duration(remindFix, isWholeDays), fix(remindFix)),
  v.minLength(1, fix('it would remind of nothing; leave the field out')),
  v.maxLength(5, fix('write at most 5')),
  v.description(
    'How many days before its deadline a hot signal that is still New is told again, in the morning. Without it, no reminders.',
  ),
);

const actionsFix = `write a list of ${signalActions.map((action) => `"${action}"`).join(', ')}`;

const actionsSchema = v.pipe(
  v.array(v.picklist(signalActions, fix(actionsFix)), fix(actionsFix)),
  v.minLength(1, fix('it would offer nothing; leave the field out')),
  v.description(
    'What readers can do with each hot signal, by a menu at it: claim it, say that it is not for them, mute its buyer on this route, or see more. For Slack bots; needs inbound.slack.',
  ),
  v.transform((actions) => signalActions.filter((action) => actions.includes(action))),
);

const mostShown = 20;

const showSchema = v.pipe(
  v.array(columnName, fix('write a list of column names, as ["Due Date", "Match Score"]')),
  v.minLength(1, fix('it would show no column; leave the field out to let Signalpost choose')),
  v.maxLength(mostShown, fix(`write at most ${mostShown}`)),
  v.description(
    'The columns that a digest shows of each signal, by display name and in this order: 1 to 20. Without it, Signalpost chooses the most telling.',
  ),
  v.transform((names) => [...new Set(names)]),
);
