import { describe, expect, it } from 'vitest';
import { clocksMs } from '../../../shared/domain/clock.ts';
import { type FloodEntry, fateOf, planFlood } from '../../../shared/domain/signals/flood.ts';

const rule = { over: 3, show: 2, rest: 'hold' } as const;
const now = 1_000;

const entry = (key: string, more: Partial<FloodEntry> = {}): FloodEntry => ({
  key,
  firstSeenAt: 500,
  hot: false,
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
    expect(planFlood(rule, null, entries('a', 'b', 'c'), now)).toBeNull();
    expect(planFlood(rule, null, entries('a', 'b', 'c', 'd'), now)).toMatchObject({ until: now });
  });

  it('shows as many as its rule says, and sets the others aside', () => {
    const plan = planFlood(rule, null, entries('a', 'b', 'c', 'd', 'e'), now);
    expect(keysOf(plan?.shown)).toEqual(['a', 'b']);
    expect(keysOf(plan?.rest)).toEqual(['c', 'd', 'e']);
    expect(plan?.later).toEqual([]);
  });

  it('shows every hot signal, however many its rule shows, and fills up with the newest of the others', () => {
    const waiting = [
      entry('old', { firstSeenAt: 100 }),
      entry('hot', { hot: true }),
      entry('new', { firstSeenAt: 400 }),
      entry('hot and old', { hot: true, firstSeenAt: 1 }),
      entry('hot again', { hot: true }),
    ];
    const shownOf = (show: number) => planFlood({ ...rule, show }, null, waiting, now);

    expect(keysOf(shownOf(1)?.shown)).toEqual(['hot', 'hot and old', 'hot again']);
    expect(keysOf(shownOf(1)?.rest)).toEqual(['new', 'old']);
    expect(keysOf(shownOf(4)?.shown)).toEqual(['hot', 'hot and old', 'hot again', 'new']);
  });

  it('shows first what can be read, though something that can not be read is marked as hot', () => {
    const waiting = [entry('unreadable', { hot: true, readable: false }), ...entries('a', 'b', 'c')];
    expect(keysOf(planFlood({ ...rule, show: 3 }, null, waiting, now)?.rest)).toEqual(['unreadable']);
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
      expect(keysOf(planFlood({ ...rule, show: 4 }, null, given, now)?.shown)).toEqual(inOrder);
    }
  });

  it('leaves to an ordinary digest what came after it', () => {
    const open = { id: 400, until: 500 };
    const waiting = [entry('of the flood', { firstSeenAt: 500 }), entry('later', { firstSeenAt: 501 })];
    const plan = planFlood(rule, open, waiting, now);
    expect(keysOf(plan?.shown)).toEqual(['of the flood']);
    expect(keysOf(plan?.later)).toEqual(['later']);
  });

  it('stays one when few of its signals are left, and keeps its end', () => {
    const open = { id: 400, until: 500 };
    expect(planFlood(rule, open, entries('a'), now)).toMatchObject({ until: 500 });
    expect(planFlood(rule, open, [], now)).toMatchObject({ until: 500, shown: [], rest: [] });
  });

  it('absorbs later signals if they are a flood themselves', () => {
    const open = { id: 400, until: 500 };
    const waiting = entries('a', 'b', 'c', 'd').map((one) => ({ ...one, firstSeenAt: 600 }));
    expect(planFlood(rule, open, waiting, now)).toMatchObject({ until: now, later: [] });
  });
});

describe('what is left over of a flood', () => {
  const drop = { ...rule, rest: 'drop' } as const;

  it('meets the fate that its rule says', () => {
    expect(fateOf(rule, entry('a'), null)).toBe('held');
    expect(fateOf(drop, entry('a'), null)).toBe('dropped');
  });

  it('is held if its route collected it while disabled, whatever the clocks said', () => {
    expect(fateOf(drop, entry('kept', { firstSeenAt: 500 }), 500)).toBe('held');
    expect(fateOf(drop, entry('by a fast clock', { firstSeenAt: 500 + clocksMs }), 500)).toBe('held');
    expect(fateOf(drop, entry('news', { firstSeenAt: 501 + clocksMs }), 500)).toBe('dropped');
  });
});
