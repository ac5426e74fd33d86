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

const queue = v.object({ name: text, waiting: count, inFlight: count, deadLetters: count });

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
    v.object({ signals: count, until: timeOrNull }),
    'Signals that wait for values, and until when at most.',
  ),
  queues: told(v.nullable(v.array(queue)), 'null on one machine.'),
};

const units = v.record(text, v.number());
const usd = v.number();

/** What the commands of "look" print with `--json`. */
export const lookOutputs = {
  status: told(
    v.union([v.object({ ...health, routes, needs }), v.object({ routes, needs })]),
    'With a route, only that route and its needs.',
  ),
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
