import { describe, expect, it } from 'vitest';
import type { ComposePorts } from '../../../functions/compose-digests/ports.ts';
import { clocksMs } from '../../../shared/domain/clock.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { type FloodEntry, fateOf, planFlood, timesOf } from '../../../shared/domain/signals/flood.ts';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const rule = { over: 3, show: 2, rest: 'hold' } as const;
const now = 1_000;

const entry = (key: string, more: Partial<FloodEntry> = {}): FloodEntry => ({
  key,
  buyerId: 'Buyer-1',
  bridgeId: 'Bridge-1',
  firstSeenAt: 500,
  hot: false,
  hotUnknown: false,
  readable: true,
  released: false,
  bridge: 'Tenders',
  ...more,
});
const entries = (...keys: readonly string[]): FloodEntry[] => keys.map((key) => entry(key));
const keysOf = (found: readonly FloodEntry[] | undefined): string[] | undefined =>
  found?.map(({ key }) => key);

describe('a flood', () => {
  it('begins with the first signal over the number of its rule', () => {
    expect(planFlood(rule, 0, entries('a', 'b', 'c'))).toBeNull();
    expect(planFlood(rule, 0, entries('a', 'b', 'c', 'd'))).not.toBeNull();
  });

  it('goes on until a message has told what was set aside', () => {
    expect(planFlood(rule, 3, entries('a'))).toMatchObject({ shown: [{ key: 'a' }], rest: [] });
    expect(planFlood(rule, 2, entries('a'))).toBeNull();
  });

  it('shows as many as its rule says, and sets the others aside', () => {
    const plan = planFlood(rule, 0, entries('a', 'b', 'c', 'd', 'e'));
    expect(keysOf(plan?.shown)).toEqual(['a', 'b']);
    expect(keysOf(plan?.rest)).toEqual(['c', 'd', 'e']);
  });

  it('shows every hot signal, however many its rule shows, and fills up with the newest of the others', () => {
    const waiting = [
      entry('old', { firstSeenAt: 100 }),
      entry('hot', { hot: true }),
      entry('new', { firstSeenAt: 400 }),
      entry('hot and old', { hot: true, firstSeenAt: 1 }),
      entry('hot again', { hot: true }),
    ];
    const shownOf = (show: number) => planFlood({ ...rule, show }, 0, waiting);

    expect(keysOf(shownOf(1)?.shown)).toEqual(['hot', 'hot and old', 'hot again']);
    expect(keysOf(shownOf(1)?.rest)).toEqual(['new', 'old']);
    expect(keysOf(shownOf(4)?.shown)).toEqual(['hot', 'hot and old', 'hot again', 'new']);
  });

  it('shows first what can be read, though something that can not be read is marked as hot', () => {
    const waiting = [entry('unreadable', { hot: true, readable: false }), ...entries('a', 'b', 'c')];
    expect(keysOf(planFlood({ ...rule, show: 3 }, 0, waiting)?.rest)).toEqual(['unreadable']);
  });

  it('shows the newest, and is the same in whatever order they came', () => {
    const waiting = [
      entry('old', { firstSeenAt: 100 }),
      entry('b', { firstSeenAt: 300 }),
      entry('a', { firstSeenAt: 300 }),
      entry('new', { firstSeenAt: 400 }),
    ];
    const inOrder = ['new', 'a', 'b', 'old'];
    for (const given of [waiting, waiting.toReversed()]) {
      expect(keysOf(planFlood({ ...rule, show: 4 }, 0, given)?.shown)).toEqual(inOrder);
    }
  });
});

describe('what is left over of a flood', () => {
  const minute = 60_000;
  const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`);
  const drop = { ...rule, rest: 'drop' } as const;
  const none = { keptUntil: null as number | null, mutes: [] as readonly Mute[] };
  const nightly = { from: '18:00', to: '07:00', timezone: 'UTC' } as const;
  const daily: Route = { ...morningRoute, flood: drop };
  const nextSlot: ComposePorts['nextSlot'] = ({ cron, timezone }, after) =>
    cronTimes(cron, timezone).next(after);
  /** Of an entry that was first seen at `firstSeenAt`, in a flood of a Monday. */
  const fate = (
    firstSeenAt: number,
    time: number,
    { route = immediateRoute, ...given }: Partial<typeof none> & { readonly route?: Route } = {},
  ) => {
    const waits = { ...none, ...given, ...timesOf(route, nextSlot, time), now: time };
    return fateOf(route, drop, entry('a', { firstSeenAt }), waits);
  };

  it('meets the fate that its rule says, unless it may be hot', () => {
    const waits = { ...none, ...timesOf(immediateRoute, nextSlot, now), now };
    expect(fateOf(immediateRoute, rule, entry('a'), waits)).toBe('held');
    expect(fateOf(immediateRoute, drop, entry('a'), waits)).toBe('dropped');
    expect(fateOf(immediateRoute, drop, entry('a', { hotUnknown: true }), waits)).toBe('held');
  });

  it('is held if its route collected it while disabled, whatever the clocks said', () => {
    expect(fate(500, now, { keptUntil: 500 })).toBe('held');
    expect(fate(500 + clocksMs, clocksMs + now, { keptUntil: 500 })).toBe('held');
    expect(fate(501 + clocksMs, clocksMs + now, { keptUntil: 500 })).toBe('dropped');
  });

  it.each([
    ['held', 'its buyer', { kind: 'buyer', id: 'buyer-1' }],
    ['held', 'its bridge', { kind: 'bridge', id: 'bridge-1' }],
    ['held', 'its route', { kind: 'route', id: 'crm' }],
    ['dropped', 'another buyer', { kind: 'buyer', id: 'buyer-2' }],
  ] as const)('is %s if it was seen before the end of a mute of %s', (expected, _, named) => {
    const mutes = [{ ...named, until: 500, because: 'a move' }];
    expect(fate(500 - 1, now, { mutes })).toBe(expected);
    expect(fate(499 + clocksMs, clocksMs + now, { mutes })).toBe(expected);
    expect(fate(500 + clocksMs, clocksMs + now, { mutes })).toBe('dropped');
  });

  it('is held if a wrong clock dated it ahead: it may have waited for anything', () => {
    expect(fate(now + clocksMs, now)).toBe('dropped');
    expect(fate(now + clocksMs + 1, now)).toBe('held');
  });

  it('is held if it came before the time before the newest', () => {
    const [route, time] = [daily, at('08:01:00')];
    const yesterday = at('08:00:00') - 24 * 60 * minute;
    expect(fate(yesterday, time, { route })).toBe('held');
    expect(fate(yesterday + 1, time, { route })).toBe('dropped');
    expect(fate(time - 1, time, { route })).toBe('dropped');
  });

  it('is held if an immediate route had it for longer than it gathers and composes', () => {
    const gathering: Route = { ...immediateRoute, gather: '10 minutes' };
    expect(fate(now - 15 * minute, now)).toBe('held');
    expect(fate(now - 15 * minute + 1, now)).toBe('dropped');
    expect(fate(now - 25 * minute, now, { route: gathering })).toBe('held');
    expect(fate(now - 25 * minute + 1, now, { route: gathering })).toBe('dropped');
  });

  it('is held if quiet hours delayed it, and not if its route was quiet only before it was to be sent', () => {
    const immediate: Route = { ...immediateRoute, quiet: nightly };
    expect(fate(at('06:59:00'), at('07:01:00'), { route: immediate })).toBe('held');
    expect(fate(at('07:00:00'), at('07:01:00'), { route: immediate })).toBe('dropped');
    const scheduled: Route = { ...daily, quiet: nightly };
    expect(fate(at('03:00:00'), at('08:01:00'), { route: scheduled })).toBe('dropped');
    const late: Route = { ...daily, quiet: { ...nightly, to: '08:30' } };
    expect(fate(at('03:00:00'), at('08:31:00'), { route: late })).toBe('held');
  });

  it('is dropped on a route that had no time yet', () => {
    const route: Route = { ...morningRoute, when: { cron: '0 8 1 1 ? 2030', timezone: 'UTC' } };
    expect(fate(now - 1, now, { route })).toBe('dropped');
  });
});
