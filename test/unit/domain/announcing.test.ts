import { describe, expect, it } from 'vitest';
import { extendDistrust, isTurn, wasMissed } from '../../../shared/domain/announcing.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('the turns of everyone', () => {
  it('come once a period to each buyer, and not to all at one tick', () => {
    const random = seededRandom(5);
    const buyers = Array.from({ length: 1_000 }, () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    );
    const perTick: number[] = [];
    for (let at = now; at < now + 6 * hourMs; at += 15 * minuteMs) {
      perTick.push(buyers.filter((buyer) => isTurn(buyer, at, at + 15 * minuteMs, 6 * hourMs)).length);
    }
    expect(perTick.reduce((sum, count) => sum + count)).toBe(1_000);
    expect(Math.max(...perTick)).toBeLessThan(80);
  });

  it('come to everyone after a gap as long as the period, however odd an id is', () => {
    for (const buyerId of ['aaaaaaaa-1', 'zzz', '']) {
      expect(isTurn(buyerId, now - 6 * hourMs, now, 6 * hourMs)).toBe(true);
      expect(isTurn(buyerId, now, now, 6 * hourMs)).toBe(false);
    }
  });
});

describe('a signal at a buyer whom no row named', () => {
  const mark = {
    bridgeId: 'b',
    seenAt: now,
    lookedAt: now,
    newestRowAt: now - 2 * hourMs,
    newestSeenAt: now - 2 * hourMs,
    unsortedAt: null,
    failingSince: null,
  };
  const changedAgo = (ms: number) => new Date(now - ms).toISOString();

  it('was missed when its row changed longer ago than anything may be late', () => {
    expect(wasMissed(mark, changedAgo(71 * minuteMs), now)).toBe(true);
    expect(wasMissed(mark, changedAgo(69 * minuteMs), now)).toBe(false);
  });

  it('was not missed when nothing was promised', () => {
    expect(wasMissed({ ...mark, lookedAt: null }, changedAgo(dayMs), now)).toBe(false);
    expect(wasMissed({ ...mark, newestSeenAt: null }, changedAgo(dayMs), now)).toBe(false);
    expect(wasMissed(mark, null, now)).toBe(false);
    expect(wasMissed(mark, 'yesterday', now)).toBe(false);
  });
});

describe('distrust', () => {
  it('lasts a day, and twice as long each time that it is soon needed again, at most 32 days', () => {
    let distrust = extendDistrust(null, now);
    const days = [distrust.ms / dayMs];
    for (let again = 0; again < 6; again += 1) {
      distrust = extendDistrust(distrust, distrust.until + distrust.ms - 1);
      days.push(distrust.ms / dayMs);
    }
    expect(days).toEqual([1, 2, 4, 8, 16, 32, 32]);
    expect(extendDistrust(distrust, distrust.until + distrust.ms).ms).toBe(dayMs);
  });
});
