import { describe, expect, it } from 'vitest';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../../shared/domain/duration.ts';
import type { BridgeProof, ReadingFacts } from '../../../../../shared/domain/health/facts.ts';
import {
  countRead,
  describeProven,
  judgeReading,
  judgeSweeps,
} from '../../../../../shared/domain/health/judge-reading.ts';
import { awaitedUntil, exampleReading, failingSince } from '../../../../support/examples/example-reading.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const ago = (ms: number) => now - ms;
const lasting = { everyMs: 15 * minute, allEveryMs: 6 * hour, isLasting: true };
const byHand = { ...lasting, isLasting: false };

const bridge = (over: Partial<BridgeProof>): Partial<ReadingFacts> => ({
  bridges: [
    {
      bridgeId: 'b',
      lookedAt: now,
      failingSince: null,
      readAt: null,
      wholeAt: null,
      isUnsorted: false,
      ...over,
    },
  ],
});
const unshown = (askedTicks: number) => ({ askedSince: ago(20 * minute), shownAt: ago(hour), askedTicks });
const failing = (...[since, count, over]: Parameters<typeof failingSince>) => ({
  failing: failingSince(since, count, over),
});
const emptyService = {
  ...unshown(9),
  shownAt: 0,
  ...failing(ago(hour), 2, { isUndecided: true, isEmpty: true }),
};
const judge = (over: Partial<ReadingFacts>, rhythm = lasting) =>
  judgeReading(exampleReading(now, over), rhythm, now).map(({ part, text }) => `${part}: ${text}`);

describe('a part of the reading is not proven', () => {
  it.each<[string, Partial<ReadingFacts>]>([
    ['ticks: polling has stopped: the last tick was 45 minutes ago', { tickAt: ago(45 * minute) }],
    ['ticks: nothing was polled yet', { tickAt: null }],
    ['token: the API rejects the access token', { isTokenRejected: true }],
    [
      'service: the service has shown no list since 2026-11-21 07:00 UTC (buyer b: answered 500)',
      { ...unshown(2), problem: 'buyer b: answered 500' },
    ],
    [
      'service: the service has shown no list yet, asked since 2026-11-21 07:40 UTC',
      { ...unshown(2), shownAt: 0 },
    ],
    [
      'bridges: the rows of 1 bridge have not been read since 2026-11-21 07:24 UTC: b (bridge b: answered 500)',
      { ...bridge({ lookedAt: ago(36 * minute) }), problem: 'bridge b: answered 500' },
    ],
    [
      'bridges: the rows of 1 bridge were never read: b',
      bridge({ lookedAt: null, failingSince: ago(36 * minute) }),
    ],
    ['bridges: the rows of 1 bridge were never read: b', bridge({ lookedAt: null, isUnsorted: true })],
    [
      'bridges: the rows of 1 bridge have not been read since 2026-11-21 05:59 UTC: b',
      bridge({ lookedAt: ago(5 * hour), readAt: ago(121 * minute), isUnsorted: true }),
    ],
    [
      'bridges: the rows of 1 bridge have not all been read since 2026-11-20 01:29 UTC: b (bridge b: answered 500)',
      { ...bridge({ wholeAt: ago(30 * hour + 31 * minute) }), problem: 'bridge b: answered 500' },
    ],
    [
      'buyers: the list of 1 buyer has not been read since 2026-11-21 07:00 UTC: f0 (due); the last problem: buyer f0: x',
      { ...failing(ago(hour)), problem: 'buyer f0: x' },
    ],
    [
      'buyers: the lists of 3,000 buyers have not been read since 2026-11-21 07:59 UTC: f0 (refused, next try in 1 hour), f1 (refused, next try in 1 hour), f2 (refused, next try in 1 hour), 2,997 more',
      failing(ago(minute), 3_000, { isRefused: true, nextTryAt: now + hour }),
    ],
    [
      'buyers: buyers are read late: the first has been due since 2026-11-21 06:59 UTC',
      { dueSince: ago(61 * minute) },
    ],
    [
      'values: a signal that waited for a value was due at its routes at 2026-11-21 06:59 UTC, and has not gone there',
      { awaited: awaitedUntil(ago(61 * minute)) },
    ],
  ])('%s', (told, over) => {
    expect(judge(over)).toEqual([told]);
  });

  it.each<[string, Partial<ReadingFacts>]>([
    ['all was read lately', {}],
    ['two ticks are late', { tickAt: ago(44 * minute) }],
    ['one tick that asked is not answered', unshown(1)],
    ['a list was shown since the first tick that asked', { ...unshown(9), shownAt: ago(19 * minute) }],
    ['a bridge missed a look', bridge({ lookedAt: ago(35 * minute) })],
    ['a bridge was not looked at yet', bridge({ lookedAt: null })],
    ['a bridge was read whole a day ago', bridge({ wholeAt: ago(30 * hour + 30 * minute) })],
    [
      'an unsorted bridge was read whole',
      bridge({ readAt: ago(2 * hour), lookedAt: null, isUnsorted: true }),
    ],
    ['a buyer fails since less than an hour', failing(ago(hour - 1))],
    ['a buyer is due for an hour', { dueSince: ago(hour) }],
    ['a signal waits for a value', { awaited: awaitedUntil(now + hour) }],
    ['the wait for a value has been over for an hour', { awaited: awaitedUntil(ago(hour)) }],
    ['a list that lacks items stood still', failing(ago(9 * hour), 1, { readAt: ago(6 * hour) })],
    ['each list was answered 404 for a day, and none was ever shown', emptyService],
  ])('unless %s', (_, over) => {
    expect(judge(over)).toEqual([]);
  });

  it('is told of a service whose lists were answered 404 at first, and fail otherwise since', () => {
    const told = (problem: string) => judge({ ...emptyService, problem }).map((one) => one.slice(0, 7));
    expect(told('buyer f0: the service answered 404')).toEqual([]);
    expect(told('bridge b: the service answered 500')).toEqual([]);
    expect(told('buyer f0: the service answered 500')).toEqual(['service']);
    expect(told('buyer f0: no answer within 15 s')).toEqual(['service']);
  });

  it('is told though each list was answered 404 for a day: of bridges, due buyers and values, that says nothing', () => {
    const overAt = ago(2 * hour);
    const rest = { ...bridge({ lookedAt: ago(day) }), dueSince: overAt, awaited: awaitedUntil(overAt) };
    const told = judge({ ...emptyService, ...rest });
    expect(told.map((one) => one.slice(0, one.indexOf(':')))).toEqual(['bridges', 'buyers', 'values']);
    expect(told).toContain('buyers: buyers are read late: the first has been due since 2026-11-21 06:00 UTC');
  });

  it('is told once of one cause: the ticks before the token, it before the service, it before buyers and bridges', () => {
    const all = { tickAt: ago(hour), isTokenRejected: true, ...unshown(2) };
    const rest = { ...bridge({ lookedAt: ago(3 * hour) }), ...failing(ago(hour)), dueSince: ago(2 * hour) };
    const parts = (over: Partial<ReadingFacts>) =>
      judge({ ...all, ...rest, ...over }).map((told) => told.slice(0, told.indexOf(':')));
    expect(parts({})).toEqual(['ticks']);
    expect(parts({ tickAt: now })).toEqual(['token']);
    expect(parts({ tickAt: now, isTokenRejected: false })).toEqual(['service']);
    const shown = { tickAt: now, isTokenRejected: false, shownAt: now };
    expect(parts(shown)).toEqual(['bridges', 'buyers', 'buyers']);
  });
});

it('sweeps are not proven a quarter of an hour after the last one, where a process lasts', () => {
  const judged = (at: number | null, rhythm = lasting) =>
    judgeSweeps(at, rhythm, now).map(({ text }) => text);
  expect(judged(ago(15 * minute))).toEqual([
    'nothing is composed or delivered: the last sweep was 15 minutes ago',
  ]);
  expect([judged(ago(14 * minute)), judged(null), judged(ago(hour), byHand)]).toEqual([[], [], []]);
});

describe('runs by hand', () => {
  it('are never late, and are judged as of the last one', () => {
    expect(judge({ tickAt: null, shownAt: 0, buyers: null }, byHand)).toEqual([]);
    const looked = bridge({ lookedAt: ago(day) });
    const facts = {
      ...looked,
      tickAt: ago(day),
      askedSince: ago(day),
      shownAt: ago(day),
      dueSince: ago(day),
    };
    expect(judge(facts, byHand)).toEqual([]);
    expect(judge({ ...facts, ...failing(ago(day + hour)) }, byHand)).toHaveLength(1);
  });

  it.each<[string, number, Partial<ReadingFacts>]>([
    ['asked for lists and were shown none', 1, unshown(1)],
    ['could not look at a bridge', 1, bridge({ failingSince: now })],
    ['could not read a buyer', 1, failing(now)],
    ['were denied a buyer, which concludes nothing', 0, failing(now, 1, { isUndecided: true })],
  ])('that %s are judged at once: %d found', (_, found, over) => {
    expect(judge(over, byHand)).toHaveLength(found);
  });
});

it.each<[string, Partial<ReadingFacts>]>([
  ['120 of 120 buyers read since 2026-11-21 02:00 UTC, the last 1 minute ago · 3 of 3 bridges', {}],
  [
    '117 of 120 buyers read since 2026-11-21 01:50 UTC, the last 1 minute ago · 1 of 1 bridge',
    { ...failing(ago(minute), 3), ...bridge({}), dueSince: ago(10 * minute) },
  ],
  [
    '1 of 1 buyer read since 2026-11-21 07:00 UTC, the last now',
    { bridges: [], buyers: 1, since: ago(hour), shownAt: now },
  ],
  [
    '120 buyers are being read for the first time since 2026-11-21 07:30 UTC, the last now · 3 of 3 bridges',
    { since: ago(30 * minute), dueSince: ago(29 * minute), shownAt: now },
  ],
  [
    '0 of 1 buyer read since 2026-11-21 02:00 UTC, the last now · 0 of 1 bridge',
    { ...bridge({ lookedAt: null }), ...failing(now), buyers: 1, shownAt: now },
  ],
])('what is proven is told: %s', (told, over) => {
  expect(describeProven(exampleReading(now, over), lasting, now)).toBe(told);
});

it('a buyer that came due since the last run by hand was read by it', () => {
  const over = { since: ago(30 * minute), tickAt: ago(30 * minute), dueSince: ago(29 * minute) };
  expect(describeProven(exampleReading(now, over), byHand, now)).toMatch(/^120 of 120 buyers read since /);
});

it('nothing is proven before a list was shown', () => {
  expect(describeProven(exampleReading(now, { shownAt: 0 }), lasting, now)).toBeNull();
});

it.each<[string, Partial<ReadingFacts>, object]>([
  ['all', {}, { buyers: 120, unread: 0, readSince: ago(6 * hour), awaySince: null }],
  ['all but a half', failing(ago(hour), 60), { unread: 60, awaySince: null }],
  ['less than a half', failing(ago(hour), 61), { unread: 61, awaySince: ago(hour) }],
  ['none, while the service is away', unshown(2), { unread: 0, awaySince: ago(hour) }],
  [
    'none, while all are read for the first time,',
    { since: ago(30 * minute), dueSince: ago(29 * minute) },
    { unread: 0, awaySince: ago(30 * minute) },
  ],
  ['all, of which some are due again,', { since: ago(hour), dueSince: ago(minute) }, { awaySince: null }],
  ['none, before the first tick has ended', { tickAt: null, since: now, buyers: null }, { awaySince: now }],
  ['no buyer of a bridge without rows', { buyers: 0 }, { buyers: 0, awaySince: null }],
  [
    'none, where no row of a bridge could be read,',
    { ...bridge({ lookedAt: null, failingSince: ago(hour) }), buyers: 0 },
    { awaySince: ago(hour) },
  ],
  [
    'none, while the token is rejected',
    { isTokenRejected: true, shownAt: ago(hour), ...failing(ago(90 * 24 * hour)) },
    { unread: 1, awaySince: ago(hour) },
  ],
  [
    'less than a half, of which one fails for long,',
    {
      buyers: 3,
      failing: { count: 2, first: [ago(9 * hour), ago(hour)].flatMap((at) => failingSince(at).first) },
    },
    { unread: 2, awaySince: ago(hour) },
  ],
])('a heartbeat counts %s as read', (_, over, counted) => {
  expect(countRead(exampleReading(now, over), lasting, now)).toMatchObject(counted);
});

it('a heartbeat of a run counts none as read before a tick has ended', () => {
  const over = { tickAt: null, since: now, shownAt: 0, buyers: null };
  expect(countRead(exampleReading(now, over), byHand, now)).toMatchObject({ awaySince: now });
});
