import { type Alert, type Finding, found } from '../../shared/domain/alerts/alert.ts';
import type { AlertFacts, TroubleKind } from '../../shared/domain/alerts/facts.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/domain/duration.ts';
import { judgeReading, type Unproven } from '../../shared/domain/health/judge-reading.ts';

/** Fewer calls say nothing about a rate that is exceeded. */
const fewestCalls = 20;
/** A limiter that has found the allowed rate gets at most 3 % throttled: see ADR 0021. */
const mostRefused = 0.1;

const isRead = areProven('ticks', 'token', 'service');

/** Alerts about reading the service. One outage raises one alert: a paused API makes no buyer late. */
export const pollingAlerts: readonly Alert[] = [
  {
    name: 'polling-fails',
    heading: 'Polling fails',
    impact:
      'New signals of some or all buyers are not found: the API is down, or gives wrong answers for these buyers. ' +
      'Nothing is lost: their new signals are found once the API answers again.',
    find: findUnproven('service', 'bridges', 'buyers'),
    isKnown: areProven('ticks', 'token'),
  },
  {
    name: 'polling-stopped',
    heading: 'Polling stopped',
    impact: 'Nothing is polled: no new signal is found until the schedule runs again.',
    // A process that just started has not polled yet.
    after: 8 * minuteMs,
    find: findUnproven('ticks'),
  },
  {
    name: 'api-secret-rejected',
    heading: 'A secret is rejected',
    impact: 'The API rejects the access token: nothing is polled until you replace it.',
    find: findUnproven('token'),
    isKnown: areProven('ticks'),
  },
  {
    name: 'no-new-signals',
    heading: 'No new signals',
    impact:
      'Buyers are read without failure, but no new signal came for longer than alarms.quietAfter: either there was ' +
      'none, or new signals are in a bridge or at a buyer that is not watched.',
    // Another alert tells that nobody is read.
    isKnown: isRead,
    find: (facts) => {
      const { now, lastNewAt, quietAfterMs } = facts;
      return now - lastNewAt < quietAfterMs || !isRead(facts)
        ? []
        : found(`none since ${isoTime(lastNewAt)}`);
    },
  },
  {
    name: 'api-throttles',
    heading: 'The API throttles',
    impact: 'The API refuses more than a tenth of the calls: buyers are read late, and signals arrive late.',
    // The calls are counted once an hour.
    overAfter: 3 * hourMs,
    find: ({ lastHour }) => {
      const { calls, refused } = lastHour ?? { calls: 0, refused: 0 };
      if (calls < fewestCalls || refused <= mostRefused * calls) return [];
      return found(`${refused} of ${counted(calls, 'call')} in an hour were answered with 429`, refused);
    },
  },
  {
    name: 'list-inconsistent',
    heading: 'A list stays inconsistent',
    impact:
      "A buyer's list changes at each reading, or shows fewer items than it counts: new signals may be missing.",
    // Such a buyer is read once in `watch.allEvery`, at most a day.
    find: (facts) => troubleFor(facts, 'list-inconsistent', 0, dayMs + 2 * hourMs),
  },
  {
    name: 'clock-off',
    heading: 'A clock is wrong',
    impact:
      "This machine's clock and the service's differ by more than a minute: signals are dated wrongly, and routes " +
      'send at the wrong time.',
    find: (facts) => {
      const { everyMs, isLasting } = facts.rhythm;
      // The next run of a crontab may come a day later: nothing shows that the trouble lasts.
      return troubleFor(facts, 'clock-off', isLasting ? everyMs / 2 : 0, 2 * everyMs + 5 * minuteMs);
    },
  },
  {
    name: 'hot-column-unseen',
    heading: 'A hot column has no values',
    impact: 'No signal of the last day had a value in a column of hot.columns, so this rule made none hot.',
    after: dayMs,
    find: ({ hotColumns, reading: { lastNewAt } }) => {
      if (lastNewAt === null) return [];
      // A column is noted once an hour.
      const unseen = hotColumns.filter(({ seenAt }) => seenAt === null || lastNewAt > seenAt + 2 * hourMs);
      const names = unseen.map(({ name }) => JSON.stringify(name)).join(', ');
      return unseen.length === 0 ? [] : found(`not seen for a day: ${names}`, unseen.length);
    },
  },
  {
    name: 'name-not-found',
    heading: 'A name is not found',
    impact:
      'The config misspells a name that signals show: by this name, a route takes nothing and no rule holds.',
    // The names are judged once an hour.
    overAfter: 2 * hourMs,
    find: ({ misspelt }) =>
      misspelt === null || misspelt.length === 0 ? [] : found(misspelt.join('; '), misspelt.length),
  },
];

export function findUnproven(...parts: readonly Unproven['part'][]) {
  return ({ reading, rhythm, now }: AlertFacts): readonly Finding[] => {
    const unproven = judgeReading(reading, rhythm, now).filter(({ part }) => parts.includes(part));
    if (unproven.length === 0) return [];
    return found(
      unproven.map(({ text }) => text).join('; '),
      unproven.length === 1 ? (unproven[0]?.count ?? null) : null,
    );
  };
}

function areProven(...parts: readonly Unproven['part'][]) {
  return (facts: AlertFacts): boolean => findUnproven(...parts)(facts).length === 0;
}

/** Finds a trouble that has come back for at least `lastsMs`, for as long as it is not older than `staysMs`. */
function troubleFor(
  { troubles, now }: AlertFacts,
  kind: TroubleKind,
  lastsMs: number,
  staysMs: number,
): readonly Finding[] {
  const trouble = troubles.find((one) => one.kind === kind);
  if (trouble === undefined || now - trouble.at > staysMs || trouble.at - trouble.since < lastsMs) return [];
  return found(`${trouble.about}: ${trouble.problem}`);
}
