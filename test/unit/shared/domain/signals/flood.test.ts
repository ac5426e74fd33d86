import { describe, expect, it } from 'vitest';
import { type FloodEntry, planFlood } from '../../../../../shared/domain/signals/flood.ts';

const rule = { over: 3, show: 2 } as const;

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
    expect(planFlood(rule, 0, entries('a', 'b', 'c'))).toBeNull();
    expect(planFlood(rule, 0, entries('a', 'b', 'c', 'd'))).not.toBeNull();
  });

  it('goes on until a message has told what was set aside, however few entries a mute or a template left', () => {
    expect(planFlood(rule, 3, entries('a'))).toMatchObject({ shown: [{ key: 'a' }], rest: [] });
    expect(planFlood(rule, 1, entries('a'))).toMatchObject({ shown: [{ key: 'a' }], rest: [] });
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
