import { describe, expect, it } from 'vitest';
import { type HeartbeatMark, measurePeriod, type Tallied } from '../../../shared/domain/digests/heartbeat.ts';

const at = (time: string) => Date.parse(`${time}Z`);
const day = (name: string, polls: number, crm = 0) => ({
  day: name,
  counts: { polls },
  newByRoute: { crm },
});
const tallied = (days: Tallied['days'], news: Tallied['news'] = { lastNewAt: null, since: 0 }): Tallied => ({
  days,
  news,
});
const measure = (from: Tallied, before: HeartbeatMark | null, now: number) =>
  measurePeriod(from, before, { routeId: 'crm', slot: new Date(now).toISOString(), now });

describe('the period of a heartbeat', () => {
  it('is the last seven days at first, by whole days', () => {
    const days = [day('2026-11-13', 1), day('2026-11-14', 2), day('2026-11-15', 4), day('2026-11-21', 8)];
    const { content } = measure(tallied(days), null, at('2026-11-21T08:00'));
    expect(content).toMatchObject({ from: '2026-11-15T00:00:00.000Z', until: '2026-11-21T08:00:00.000Z' });
    expect(content.counts.polls).toBe(12);
  });

  it('does not begin before anything was counted', () => {
    const news = { lastNewAt: null, since: at('2026-11-19T10:00') };
    const { content } = measure(tallied([day('2026-11-19', 1)], news), null, at('2026-11-21T08:00'));
    expect(content.from).toBe('2026-11-19T10:00:00.000Z');
  });

  it('goes on where the last one ended, in the middle of a day, and counts nothing twice', () => {
    const first = measure(
      tallied([day('2026-11-20', 90), day('2026-11-21', 32, 3)]),
      null,
      at('2026-11-21T08:00'),
    );
    const days = [day('2026-11-20', 90), day('2026-11-21', 96, 5), day('2026-11-22', 10, 1)];
    const second = measure(tallied(days), first.mark, at('2026-11-22T02:30'));

    expect(second.content).toMatchObject({
      from: '2026-11-21T08:00:00.000Z',
      until: '2026-11-22T02:30:00.000Z',
    });
    expect(second.content.counts.polls).toBe(96 - 32 + 10);
    expect(second.content.newForRoute).toBe(5 - 3 + 1);
  });

  it('tells all that was counted, exactly once, however the heartbeats fall', () => {
    let total = 0;
    let told = 0;
    let mark: HeartbeatMark | null = null;
    const counted = new Map<string, number>();
    for (let hour = 0; hour < 24 * 40; hour += 1) {
      const now = at('2026-11-01T00:00') + hour * 3_600_000;
      const name = new Date(now).toISOString().slice(0, 10);
      counted.set(name, (counted.get(name) ?? 0) + (hour % 5));
      total += hour % 5;
      if (hour % 7 !== 6 && hour % 31 !== 30 && hour !== 24 * 40 - 1) continue;
      const days = [...counted].map(([each, polls]) => day(each, polls));
      const measured = measure(tallied(days), mark, now);
      told += measured.content.counts.polls;
      mark = measured.mark;
    }
    expect(told).toBe(total);
  });

  it('never ends before it began, though a clock is slow', () => {
    const days = [day('2026-11-21', 5)];
    const first = measure(tallied(days), null, at('2026-11-21T08:05'));
    const second = measure(tallied(days), first.mark, at('2026-11-21T08:01'));
    expect(second.content).toMatchObject({
      from: '2026-11-21T08:05:00.000Z',
      until: '2026-11-21T08:05:00.000Z',
    });
    expect(second.content.counts.polls).toBe(0);
  });

  it('counts nothing of a day that has not begun by its own clock', () => {
    const days = [day('2026-11-21', 5, 1), day('2026-11-22', 7, 2)];
    const { content, mark } = measure(tallied(days), null, at('2026-11-21T23:59'));
    expect([content.counts.polls, content.newForRoute]).toEqual([5, 1]);
    expect(mark).toMatchObject({ counted: { polls: 5 }, newForRoute: 1 });
  });

  it('reaches no further back than counts are kept', () => {
    const mark = { slot: '', until: at('2026-07-01T08:00'), counted: { polls: 50 }, newForRoute: 0 };
    const { content } = measure(tallied([day('2026-11-20', 20)]), mark, at('2026-11-21T08:00'));
    expect(content.from).toBe('2026-09-24T00:00:00.000Z');
    expect(content.counts.polls).toBe(20);
  });

  it('counts for a route of any name what came for it, and no more', () => {
    const days = [{ day: '2026-11-21', counts: { newSignals: 3 }, newByRoute: { constructor: 2, crm: 1 } }];
    const none = [{ ...day('2026-11-21', 1), newByRoute: {} }];
    const request = { routeId: 'constructor', slot: '', now: at('2026-11-21T08:00') };
    expect(measurePeriod(tallied(days), null, request).content.newForRoute).toBe(2);
    expect(measurePeriod(tallied(none), null, request)).toMatchObject({
      content: { newForRoute: 0 },
      mark: { newForRoute: 0 },
    });
  });

  it('says since when nothing new came, and null where nothing ever did', () => {
    const news = { lastNewAt: at('2026-11-17T10:00'), since: 0 };
    expect(measure(tallied([], news), null, at('2026-11-21T08:00')).content.quietSince).toBe(
      '2026-11-17T10:00:00.000Z',
    );
    expect(measure(tallied([]), null, at('2026-11-21T08:00')).content.quietSince).toBeNull();
    expect(measure(tallied([], null), null, at('2026-11-21T08:00')).content.quietSince).toBeNull();
  });
});
