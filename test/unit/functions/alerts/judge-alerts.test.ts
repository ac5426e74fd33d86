import { describe, expect, it } from 'vitest';
import { judgeAlerts } from '../../../../functions/alerts/judge-alerts.ts';
import type { AlertState } from '../../../../shared/domain/alerts/alert.ts';
import type { AlertFacts, OwedFacts, RouteFacts, Trouble } from '../../../../shared/domain/alerts/facts.ts';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../shared/domain/duration.ts';
import type { ReadingFacts } from '../../../../shared/domain/health/facts.ts';
import { awaitedUntil, exampleReading, failingSince } from '../../../support/examples/example-reading.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const every = 15 * minute;

/** A crontab's runs, which find a trouble once in each run. */
const nightly = { everyMs: every, allEveryMs: 6 * hour, isLasting: false };

const unjudged: AlertState = { entries: [], untold: [], over: [] };

interface Over extends Partial<Omit<AlertFacts, 'reading'>> {
  readonly reading?: Partial<ReadingFacts>;
}

function factsAt(now: number, { reading, ...over }: Over = {}): AlertFacts {
  return {
    now,
    quietAfterMs: 3 * day,
    lastNewAt: now - minute,
    lastHour: null,
    troubles: [],
    hotColumns: [],
    routes: [],
    removed: [],
    misspelt: [],
    reading: exampleReading(now, reading),
    rhythm: { everyMs: every, allEveryMs: 6 * hour, isLasting: true },
    ...over,
  };
}

const healthy: RouteFacts = {
  routeId: 'crm',
  disabled: null,
  isStill: false,
  signalsLateMs: 0,
  digests: [],
  isAll: true,
  held: 0,
  troubles: [],
};
const looked = {
  bridgeId: 'b',
  lookedAt: start,
  failingSince: null,
  readAt: null,
  wholeAt: null,
  isUnsorted: false,
};
const waiting: OwedFacts = { digestId: 'msg_a', isDead: false, attempts: 0, reason: null, lateMs: 0 };
const failing: OwedFacts = { ...waiting, attempts: 2, reason: 'answered 503', lateMs: hour };
const route = (over: Partial<RouteFacts>): Over => ({ routes: [{ ...healthy, ...over }] });
const digest = (over: Partial<OwedFacts>) => route({ digests: [{ ...waiting, ...over }] });
const troubleOf = (over: Partial<Trouble>): Trouble => {
  return { kind: 'poll-failed', since: start, at: start, about: 'buyer b', problem: 'no answer', ...over };
};
const trouble = (over: Partial<Trouble>): Over => ({ troubles: [troubleOf(over)] });

/** The changes of judgements every five minutes, by the time since the start. */
function changesOf(factsThen: (after: number) => Over, lastsMs = 2 * day) {
  let state = unjudged;
  for (let after = 0; after <= lastsMs; after += 5 * minute) {
    state = judgeAlerts(state, factsAt(start + after, factsThen(after)));
  }
  return state.untold.map(({ name, state: changed, at }) => `${changed} ${name} +${(at - start) / minute}`);
}

/** The names of the alerts that these facts raise at once or, where a condition has to hold, after a day. */
function raisedBy(over: Over): string[] {
  const first = judgeAlerts(unjudged, factsAt(start, over));
  const later = judgeAlerts(first, factsAt(start + day, { lastNewAt: start + day, ...over }));
  return [...new Set(later.untold.filter(({ state }) => state === 'ALARM').map(({ name }) => name))];
}

describe('an alert', () => {
  it('is remembered for seven days after it was over', () => {
    const raised = judgeAlerts(unjudged, factsAt(start, digest({ isDead: true })));
    const overAt = start + hour;
    const gone = judgeAlerts(judgeAlerts(raised, factsAt(overAt)), factsAt(overAt + 5 * minute));
    const { over } = judgeAlerts(gone, factsAt(start + 6 * day));

    expect(over).toMatchObject([{ name: 'digest-failed', routeId: 'crm', raisedAt: start }]);
    expect(judgeAlerts(gone, factsAt(start + 8 * day)).over).toEqual([]);
  });

  it('says which route and digest it is about, how many there are, and keeps one id for each change', () => {
    const digests = [failing, { ...failing, digestId: 'msg_b', lateMs: 3 * hour }];
    const judged = judgeAlerts(unjudged, factsAt(start, route({ digests })));
    expect(judged.untold).toEqual([
      {
        id: `alarm_attempts-fail_crm_${start}_ALARM`,
        name: 'attempts-fail',
        state: 'ALARM',
        at: start,
        routeId: 'crm',
        digestId: 'msg_b',
        count: 2,
        figures: '2 digests not accepted, the oldest msg_b for 3 hours: answered 503',
      },
    ]);
  });

  it('is of each route on its own', () => {
    const crm = { ...healthy, held: 3 };
    const sales = { ...healthy, routeId: 'sales', held: 1 };
    const first = judgeAlerts(unjudged, factsAt(start, { routes: [crm, sales] }));
    expect(first.untold.map(({ routeId, count }) => [routeId, count])).toEqual([
      ['crm', 3],
      ['sales', 1],
    ]);
    const gone = judgeAlerts(first, factsAt(start + 20 * minute, { routes: [crm] }));
    expect(gone.untold).toHaveLength(2);
    const later = judgeAlerts(gone, factsAt(start + 25 * minute, { routes: [crm] }));
    expect(later.untold.slice(2)).toMatchObject([{ routeId: 'sales', state: 'OK' }]);
  });

  it('stays while its condition is not known, for no longer than while it is not found', () => {
    const throttled = { calls: 100, refused: 20 };
    const knownEvery = (ms: number) => (after: number) => ({
      lastHour: after < 10 * hour && after % ms === 0 ? throttled : null,
    });
    expect(changesOf(knownEvery(3 * hour))).toEqual([
      'ALARM api-throttles +0',
      `OK api-throttles +${9 * 60 + 185}`,
    ]);
    const misspelt = (after: number) => ({
      misspelt: after % hour === 0 ? (after < 10 * hour ? ['the bridge "Brigde"'] : []) : null,
    });
    expect(changesOf(misspelt)).toEqual(['ALARM name-not-found +0', `OK name-not-found +${9 * 60 + 125}`]);
  });

  it('ends after three hours of few calls', () => {
    const quiet = (calls: number, refused: number) => (after: number) => ({
      lastHour: after < hour ? { calls: 100, refused: 20 } : { calls, refused },
    });
    const ended = ['ALARM api-throttles +0', 'OK api-throttles +240'];
    expect(changesOf(quiet(4, 0))).toEqual(ended);
    expect(changesOf(quiet(4, 3))).toEqual(ended);
  });

  it('goes on while what it is about can not be judged, as the ticks or the token say nothing of a buyer', () => {
    const worse = (over: Partial<ReadingFacts>) => (after: number) => {
      if (after < hour) return { reading: { failing: failingSince(start - day) } };
      return after < 3 * hour ? { reading: over } : {};
    };
    expect(changesOf(worse({ isTokenRejected: true }), 4 * hour)).toEqual([
      'ALARM polling-fails +0',
      'ALARM api-secret-rejected +60',
      'OK polling-fails +185',
      'OK api-secret-rejected +185',
    ]);
    expect(changesOf(worse({ tickAt: start - day }), 4 * hour)).toEqual([
      'ALARM polling-fails +0',
      'ALARM polling-stopped +70',
      'OK polling-fails +185',
      'OK polling-stopped +185',
    ]);
  });

  it('that a wrong clock judged does not stay for as long as that clock was ahead', () => {
    const ahead = judgeAlerts(unjudged, factsAt(start + 30 * day, digest({ isDead: true })));
    const now = judgeAlerts(ahead, factsAt(start));
    const later = judgeAlerts(now, factsAt(start + 5 * minute));
    expect(later.untold.map(({ state }) => state)).toEqual(['ALARM', 'OK']);
  });
});

describe('what raises an alert', () => {
  it.each<[string, Over]>([
    ['polling-fails', { reading: { shownAt: start - hour, askedSince: start - hour / 2, askedTicks: 2 } }],
    ['polling-fails', { reading: { failing: failingSince(start - hour) } }],
    ['polling-fails', { reading: { bridges: [{ ...looked, lookedAt: start - hour }] } }],
    ['polling-stopped', { reading: { tickAt: start - hour } }],
    ['api-secret-rejected', { reading: { isTokenRejected: true, dueSince: start - 5 * hour } }],
    ['no-new-signals', { lastNewAt: start - 3 * day }],
    ['polling-stopped', { lastNewAt: start - 3 * day, reading: { tickAt: start - 3 * day } }],
    ['api-secret-rejected', { lastNewAt: start - 3 * day, reading: { isTokenRejected: true } }],
    ['api-throttles', { lastHour: { calls: 100, refused: 11 } }],
    ['list-inconsistent', trouble({ kind: 'list-inconsistent' })],
    ['clock-off', trouble({ kind: 'clock-off', since: start - 20 * minute })],
    ['clock-off', { ...trouble({ kind: 'clock-off' }), rhythm: nightly }],
    ['hot-column-unseen', { hotColumns: [{ name: 'Match Score', seenAt: null }] }],
    ['name-not-found', { misspelt: ['the bridge "Brigde 0" was not seen yet'] }],
    ['delivery-overdue', { reading: { awaited: awaitedUntil(start - 2 * hour) } }],
    ['delivery-overdue', digest({ lateMs: hour })],
    ['delivery-overdue', route({ signalsLateMs: hour })],
    ['attempts-fail', digest({ ...failing })],
    ['attempts-fail', digest({ attempts: 0, reason: 'answered 429', lateMs: hour })],
    ['attempts-run-out', digest({ attempts: 7, reason: 'answered 503' })],
    ['digest-failed', digest({ isDead: true })],
    ['destination-secret-rejected', digest({ attempts: 1, reason: 'answered 401: no' })],
    ['route-disabled', route({ disabled: 'answered 410 Gone', isStill: true })],
    ['signals-held', route({ held: 1 })],
    ['removed-route', { removed: [{ routeId: 'old', signalsWaiting: 1, signalsHeld: 0, digests: 0 }] }],
  ])('%s: %j', (name, facts) => {
    expect(raisedBy(facts)).toEqual([name]);
  });

  it.each<[string, Over]>([
    ['a failure that was noted', trouble({})],
    ['few calls with many 429s', { lastHour: { calls: 10, refused: 9 } }],
    [
      'a column of which nothing is known before the first new signal',
      { hotColumns: [{ name: 'Match Score', seenAt: null }], reading: { lastNewAt: null } },
    ],
    ['a column that was seen', { hotColumns: [{ name: 'Match Score', seenAt: start + day - hour }] }],
    [
      'a digest that was attempted a moment ago',
      digest({ attempts: 1, reason: 'answered 503', lateMs: minute }),
    ],
    [
      'digests behind one that fails, which raises its own alert later',
      route({
        digests: [
          { ...failing, lateMs: 59 * minute },
          { ...waiting, lateMs: hour },
        ],
      }),
    ],
    [
      'what a route that is paused by hand keeps',
      route({ isStill: true, digests: [{ ...failing, lateMs: day }] }),
    ],
  ])('is not %s', (_, facts) => {
    expect(raisedBy(facts)).toEqual([]);
  });

  it('says of an owner who left where new signals go, and by what command those that wait', () => {
    const over = { routeId: 'sales/ann', rest: 'sales', disabled: 'answered 200: user_not_found' };
    const { untold } = judgeAlerts(unjudged, factsAt(start, route(over)));
    expect(untold).toMatchObject([
      {
        figures:
          "answered 200: user_not_found; 0 digests waiting; this owner's new signals go to sales, and " +
          '"resend sales/ann" sends it what waits',
      },
    ]);
  });

  it('is an unknown outcome or a damaged signal for a day', () => {
    const troubles = [troubleOf({ kind: 'ambiguous' }), troubleOf({ kind: 'damaged' })];
    expect(changesOf(() => route({ troubles }), 2 * day)).toEqual([
      'ALARM signal-damaged +0',
      'ALARM digest-twice +0',
      `OK signal-damaged +${24 * 60 + 5}`,
      `OK digest-twice +${24 * 60 + 5}`,
    ]);
  });

  it('is a template that fails, for as long as it does, and no delivery that is overdue by it', () => {
    const troubles = [troubleOf({ kind: 'template', about: 'b#r', problem: 'to.body.a: no property' })];
    const failing = (after: number) =>
      route({ signalsLateMs: 3 * hour, troubles: after < 2 * hour ? troubles : [] });

    expect(changesOf(failing, 3 * hour)).toEqual([
      'ALARM template-fails +0',
      'ALARM delivery-overdue +125',
      'OK template-fails +125',
    ]);
    const { entries } = judgeAlerts(unjudged, factsAt(start, failing(0)));
    expect(entries).toMatchObject([{ routeId: 'crm', figures: 'for b#r: to.body.a: no property' }]);
  });

  it('is no tick that is late because the process just started', () => {
    const restarted = (after: number) => ({
      reading: { tickAt: after === 0 ? start - 10 * hour : start + after },
    });
    expect(changesOf(restarted, hour)).toEqual([]);
  });
});
