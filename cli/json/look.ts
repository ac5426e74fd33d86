import * as v from 'valibot';
import { count, flag, text, textOrNull, texts, time, timeOrNull, told } from './fields.ts';

const muteKind = v.picklist(['buyer', 'bridge', 'route']);

const digest = v.object({
  digestId: text,
  routeId: text,
  slot: text,
  part: count,
  state: told(
    v.picklist(['FROZEN', 'SENDING', 'DELIVERED', 'DEAD', 'HELD', 'DISCARDED', 'UNKNOWN']),
    '`FROZEN`: waits for its next attempt. `DEAD`: failed for good. `HELD`: kept until the route is resumed. `UNKNOWN`: written by a later version.',
  ),
  heartbeat: told(flag, 'A report on a period, with no signals in it.'),
  signals: count,
  attempts: count,
  reason: told(textOrNull, 'Why the last attempt failed.'),
  destinationType: told(text, 'The kind of destination that it was written for.'),
  frozenAt: told(time, 'When it was created.'),
  nextAttemptAt: told(timeOrNull, 'null if it failed for good.'),
  resentAt: told(timeOrNull, 'When an operator made it due again; null if never.'),
});

const route = v.object({
  id: text,
  to: told(textOrNull, 'The kind of its destination; null if it was removed from the config.'),
  state: v.picklist(['ENABLED', 'DISABLED']),
  reason: textOrNull,
  disabledSince: timeOrNull,
  signalsWaiting: count,
  hotSignalsWaiting: count,
  signalsAwaitingSummary: count,
  awaitingSummaryUntil: told(
    timeOrNull,
    "Hot signals may wait for their buyer's summary until then at most.",
  ),
  signalsHeld: told(count, 'Held back by a flood rule until an operator resends them.'),
  muted: told(
    v.array(v.object({ kind: muteKind, id: text, until: time, name: textOrNull, signals: count })),
    'Of the waiting signals, those that a mute holds.',
  ),
  oldestPendingAt: told(timeOrNull, 'When the oldest pending signal or digest was created.'),
  digestsWaiting: count,
  digestsKept: told(count, 'Kept while the route is disabled.'),
  digestsMisplaced: told(count, "Kept because the config's route has another kind of destination."),
  digestsDead: told(count, 'Failed for good: every attempt failed, or the destination rejected it.'),
  digests: told(v.array(digest), 'Every undelivered digest.'),
  does: told(textOrNull, 'What the route does, in a sentence.'),
});

const routes = v.array(route);
const needs = told(
  texts,
  'What needs attention, each with its fix. The command exits with 1 if there is one.',
);

const queues = v.object({
  work: v.array(v.object({ name: text, waiting: count, inFlight: count })),
  deadLetters: told(count, 'Messages of all queues that could not be handled.'),
  missedTicks: told(count, 'Events that the schedules could not deliver.'),
});

const alarm = v.object({
  name: text,
  heading: told(text, 'The heading in docs/runbook.md.'),
  route: told(textOrNull, 'null if it is about no route.'),
  digestId: textOrNull,
  count: told(v.nullable(count), 'How many digests, signals or calls it is about.'),
  figures: told(text, 'What was found, in a sentence.'),
  since: time,
});

const health = {
  stage: told(textOrNull, 'null on one machine.'),
  at: time,
  running: told(v.nullable(flag), 'Whether a process runs on this state; null for a stage.'),
  lastTickAt: told(timeOrNull, 'When the last round of polls began, or was skipped.'),
  lastNewSignalAt: timeOrNull,
  buyersKnown: count,
  buyersRefused: told(
    v.array(v.object({ buyerId: text, since: time, nextTryAt: time })),
    'The API refuses their lists (403).',
  ),
  buyersNotFound: told(texts, 'Each poll of them was answered with 404.'),
  api: v.object({
    callsPerSecond: told(v.number(), 'The rate that its 429s permit now.'),
    pausedUntil: told(timeOrNull, 'null if polling is not paused.'),
    pauseReason: textOrNull,
    summariesPausedUntil: told(timeOrNull, 'No summary is requested until then.'),
  }),
  awaited: told(
    v.object({ signals: count, columns: texts, until: timeOrNull }),
    'Signals that wait for values of these columns, and until when at most.',
  ),
  lastDay: told(
    v.object({ signals: count, hot: count, before: count }),
    'Recorded in the last 24 hours. `before`: there before the first run, or left out by `watch`.',
  ),
  unknownColumns: told(texts, 'Columns of the config that no bridge has.'),
  alarms: v.object({
    toldTo: told(textOrNull, 'Who is told; null if nobody is.'),
    raised: told(v.array(alarm), 'As they were judged last: every five minutes, or at the end of a run.'),
    untold: told(count, 'Changes that nobody was told of yet.'),
  }),
  queues: told(v.nullable(queues), 'null on one machine.'),
};

const explained = {
  bridgeId: told(textOrNull, 'null for an item that could not be read.'),
  rowId: textOrNull,
  name: textOrNull,
  buyerId: text,
  buyerName: textOrNull,
  hot: flag,
  fresh: told(flag, 'It was read just now, and is not recorded.'),
  because: told(text, 'Why, with the rule and its values.'),
};
const preview = v.object({
  routeId: text,
  to: told(text, 'Where it goes, in words.'),
  destinationType: text,
  state: v.picklist(['ENABLED', 'DISABLED']),
  nextTimes: told(
    v.array(time),
    'The next two times of its schedule; none if it sends at once, or has no more.',
  ),
  timezone: text,
  slot: told(time, 'When it is sent, as its digests name it.'),
  digestId: told(textOrNull, 'Of the first message; null if nothing is sent then.'),
  exact: told(flag, 'Whether these bytes are sent then if nothing arrives or changes before.'),
  inexact: told(textOrNull, 'Why they may differ.'),
  parts: v.array(
    v.object({
      digestId: text,
      part: count,
      replyTo: told(v.nullable(count), 'The part whose thread it is in.'),
      body: told(text, 'The exact bytes.'),
      text: told(text, 'What a person reads of it.'),
      sizes: v.array(v.object({ of: text, is: count, most: count })),
      signals: count,
    }),
  ),
  goes: v.array(v.object(explained)),
  stays: v.array(
    v.object({
      ...explained,
      reason: told(
        v.picklist([
          'muted',
          'quiet',
          'summary',
          'gather',
          'value',
          'flood',
          'disabled',
          'later',
          'not taken',
        ]),
        '`not taken`: the route did not match it. `later`: it waits for the next time.',
      ),
      until: told(timeOrNull, 'null where no time ends it.'),
    }),
  ),
  lastDays: v.object({
    since: time,
    digests: count,
    signals: count,
    hot: count,
    mostAtOnce: told(count, 'The most signals at one time, all messages of it together.'),
    emptyDays: told(count, 'Days without a digest.'),
    days: told(
      v.array(v.object({ day: text, took: count, tookHot: count, wouldTake: count, wouldBeHot: count })),
      'Of the signals that were recorded on a day in UTC: what the route took, and what this config would have taken.',
    ),
  }),
  warnings: told(texts, 'What is probably not meant.'),
});

const seen = {
  id: text,
  name: told(textOrNull, 'As its latest signals name it.'),
  signals: told(count, 'Recorded in the last 30 days.'),
  hot: count,
  lastSeenAt: timeOrNull,
};
const column = v.object({
  name: text,
  kind: told(text, "The service's format, or the kind of its values."),
  examples: v.array(v.union([text, v.number(), flag])),
});

const units = v.record(text, v.number());
const usd = v.number();

/** What the commands of "look" print with `--json`. */
export const lookOutputs = {
  page: v.object({
    page: told(text, "The page's address. It runs until the process ends."),
    token: told(textOrNull, 'What the page asks for before it changes anything; null with `--stage`.'),
  }),
  status: told(
    v.union([v.object({ ...health, routes, needs }), v.object({ routes, needs })]),
    'With a route, only that route and its needs.',
  ),
  preview: v.object({ routes: v.array(preview) }),
  bridges: told(
    v.union([
      v.object({ bridges: v.array(v.object({ ...seen, watched: flag })) }),
      v.object({ ...seen, columns: v.array(column) }),
    ]),
    'With a bridge, that bridge and its columns.',
  ),
  buyers: v.object({ buyers: v.array(v.object(seen)) }),
  cost: v.object({
    months: v.array(
      v.object({
        buyers: count,
        signalsADay: count,
        apiCalls: v.number(),
        units: told(
          v.object({ use: units, sweeps: units, fixed: units }),
          'Counts of what AWS bills, each in the unit of its price.',
        ),
        usd: v.object({ use: usd, sweeps: usd, fixed: usd, total: usd, afterFreeTier: usd }),
      }),
    ),
  }),
};
