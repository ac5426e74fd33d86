import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../../../shared/domain/duration.ts';
import {
  announcedFrom,
  type BridgeMark,
  isHeard,
  wasMissed,
  withNewest,
} from '../../../../../shared/domain/polling/poll-plan.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

const mark: BridgeMark = {
  bridgeId: 'b',
  seenAt: now,
  lookedAt: now,
  newestRowAt: now - 2 * hourMs,
  newestSeenAt: now - 2 * hourMs,
  unsortedAt: null,
  failingSince: null,
  wholeAt: null,
};

describe('a signal at a buyer whom no row named', () => {
  const changedAgo = (ms: number) => new Date(now - ms).toISOString();

  it('was missed when its row changed longer ago than anything may be late', () => {
    expect(wasMissed(mark, changedAgo(71 * minuteMs), now)).toBe(true);
    expect(wasMissed(mark, changedAgo(70 * minuteMs), now)).toBe(false);
  });

  it('was not missed when nothing was promised', () => {
    expect(wasMissed({ ...mark, lookedAt: null }, changedAgo(dayMs), now)).toBe(false);
    expect(wasMissed({ ...mark, newestSeenAt: null }, changedAgo(dayMs), now)).toBe(false);
    expect(wasMissed({ ...mark, newestRowAt: null }, changedAgo(dayMs), now)).toBe(false);
    expect(wasMissed(mark, null, now)).toBe(false);
    expect(wasMissed(mark, 'yesterday', now)).toBe(false);
  });
});

describe('the rows that name buyers', () => {
  it('are those that changed since 70 minutes before the last look, by the clock that the rows show', () => {
    const zoneMs = 5 * hourMs;
    const elsewhere = { ...mark, newestRowAt: now - 2 * hourMs - zoneMs };

    expect(announcedFrom(mark, now)).toBe(now - 70 * minuteMs);
    expect(announcedFrom(elsewhere, now)).toBe(now - 70 * minuteMs - zoneMs);
    expect(announcedFrom({ ...mark, lookedAt: now - hourMs }, now)).toBe(now - hourMs - 70 * minuteMs);
  });

  it('are not known before the first look, nor before a row was seen', () => {
    expect(announcedFrom({ ...mark, lookedAt: null }, now)).toBeNull();
    expect(announcedFrom({ ...mark, newestRowAt: null, newestSeenAt: null }, now)).toBeNull();
    expect(announcedFrom({ ...mark, newestRowAt: null }, now)).toBeNull();
  });

  it('are not known after a look by a clock that is more than ten minutes ahead', () => {
    const lookedIn = (ms: number) => announcedFrom({ ...mark, lookedAt: now + ms }, now);

    expect(lookedIn(10 * minuteMs)).toBe(now - 60 * minuteMs);
    expect(lookedIn(10 * minuteMs + 1)).toBeNull();
  });
});

describe('the newest row of a bridge', () => {
  const at = (servedAt: number | null) => ({ now, servedAt });

  it('counts as of now when it is up to an hour ahead, and not at all beyond', () => {
    const newestOf = (time: number, servedAt: number | null) =>
      withNewest(mark, [time], at(servedAt)).newestRowAt;

    expect(newestOf(now + hourMs, now)).toBe(now);
    expect(newestOf(now + hourMs + 1, now)).toBe(mark.newestRowAt);
    expect(newestOf(now + hourMs, null)).toBe(now);
    expect(newestOf(now + 2 * hourMs, now + hourMs)).toBe(now + hourMs);
  });

  it('is found anew once the service, whose clock was ahead, shows an earlier time', () => {
    const ahead = { ...mark, newestRowAt: now + dayMs, newestSeenAt: now - minuteMs };
    const newest = (times: readonly number[]) => withNewest(ahead, times, at(now));

    expect(newest([now - minuteMs])).toMatchObject({ newestRowAt: now - minuteMs, newestSeenAt: now });
    expect(newest([now + dayMs])).toBe(ahead);
    expect(newest([])).toBe(ahead);
  });
});

it('a bridge that lists no longer show is looked at for 100 days, and for three if its rows do not help', () => {
  const seen = (ms: number, unsortedAt: number | null = null) =>
    isHeard({ ...mark, seenAt: now - ms, unsortedAt }, now);

  expect([seen(100 * dayMs - 1), seen(100 * dayMs)]).toEqual([true, false]);
  expect([seen(3 * dayMs - 1, now), seen(3 * dayMs, now)]).toEqual([true, false]);
});
