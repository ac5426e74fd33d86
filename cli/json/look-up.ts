import * as v from 'valibot';
import { count, flag, text, textOrNull, texts, time, timeOrNull, told } from './fields.ts';

const outcome = told(
  v.picklist(['delivered', 'retry', 'gone', 'dead', 'held', 'rewritten', 'unknown']),
  '`gone`: the destination wants no more. `held`: not attempted. `rewritten`: refused in its first form. `unknown`: the sender stopped.',
);
const entry = {
  digestId: text,
  routeId: text,
  slot: text,
  part: count,
  state: told(
    text,
    '`FROZEN`: waits for its next attempt. `DEAD`: failed for good. `HELD`: kept until a resume.',
  ),
  heartbeat: told(flag, 'A report on a period, with no signals in it.'),
  destinationType: text,
  headline: text,
  hot: told(count, 'How many of its signals are hot.'),
  buyers: told(v.array(v.object({ buyerId: text, name: textOrNull })), 'At most 50.'),
  signalIds: texts,
  createdAt: time,
  deliveredAt: timeOrNull,
  attempts: v.array(v.object({ at: time, outcome, status: v.nullable(v.number()), reason: text })),
};
const digests = told(v.array(v.object(entry)), 'The latest first.');
const namedSignal = { signalId: text, name: textOrNull, buyerName: textOrNull };

const explainedSignal = v.object({
  ...namedSignal,
  buyerId: text,
  bridgeName: textOrNull,
  firstSeenAt: time,
  remembered: told(flag, 'false after 90 days: only what still waits is known then.'),
  notSent: told(
    v.nullable(v.picklist(['baseline', 'left-out'])),
    '`baseline`: there before the first reading. `left-out`: `watch` leaves its bridge out.',
  ),
  hot: told(v.nullable(flag), 'null if that is not known.'),
  hotBecause: told(texts, "The rules that made it hot, or else its values for today's rules."),
  hotnessRank: v.nullable(count),
  deadline: textOrNull,
  money: textOrNull,
  routes: v.array(
    v.object({
      routeId: text,
      takes: told(v.nullable(flag), 'When it was recorded; null if that is not remembered.'),
      because: textOrNull,
      stays: told(
        v.nullable(v.object({ reason: text, until: timeOrNull, told: text })),
        'Why it is in no digest.',
      ),
      digests,
    }),
  ),
});

/** What the commands that look something up print with `--json`. */
export const lookUpOutputs = {
  why: v.object({
    searched: text,
    signal: told(v.nullable(explainedSignal), 'null if none fits, or several do.'),
    matches: told(
      v.array(v.object({ ...namedSignal, firstSeenAt: time, hot: flag })),
      'The latest of several that fit.',
    ),
    found: told(count, 'How many signals have these words.'),
    unknown: told(texts, 'Why none fits.'),
  }),
  history: told(
    v.union([
      v.object({ since: time, digests, more: told(flag, 'Whether earlier ones fit.') }),
      v.object({
        ...entry,
        nextAttemptAt: timeOrNull,
        body: told(textOrNull, 'As sent; null if it is kept no more.'),
        message: told(textOrNull, 'What a person reads of it.'),
        members: v.array(v.object(namedSignal)),
      }),
    ]),
    'With a digest, that one.',
  ),
};
