import { describe, expect, it } from 'vitest';
import { countDelays, delayOf } from '../../../shared/domain/routes/delay.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const route = { id: 'crm', when: 'immediately' } as const;
const signal = { buyerId: 'B0B0', bridgeId: 'a0a0' };
const mute = (kind: Mute['kind'], id: string, until = now + 1): Mute => ({ kind, id, until, because: '' });

describe('quiet hours', () => {
  const quietRoute = { ...route, quiet: { from: '18:00', to: '09:00', timezone: 'UTC' } };
  const nine = now + 3_600_000;

  it('delay every signal until their end', () => {
    expect(delayOf(quietRoute, [], signal, now)).toEqual({ reason: 'quiet', until: nine });
    expect(delayOf(quietRoute, [], signal, nine)).toBeNull();
  });

  it('delay a muted signal further, if its mute ends within them', () => {
    const until = nine + 12 * 3_600_000;
    expect(delayOf(quietRoute, [mute('route', 'crm', nine - 1)], signal, now)).toEqual({
      reason: 'muted',
      until: nine,
    });
    expect(delayOf(quietRoute, [mute('route', 'crm', until)], signal, nine)).toEqual({
      reason: 'muted',
      until: nine + 24 * 3_600_000,
    });
  });
});

describe('a mute', () => {
  it.each([
    ['its buyer, in any letters', mute('buyer', 'b0b0')],
    ['its bridge', mute('bridge', 'a0a0')],
    ['its route', mute('route', 'crm')],
  ])('delays a signal of %s', (_, one) => {
    expect(delayOf(route, [one], signal, now)).toEqual({ reason: 'muted', until: now + 1 });
  });

  it.each([
    ['of another buyer', mute('buyer', 'b1b1')],
    ['of another bridge', mute('bridge', 'a1a1')],
    ['of another route', mute('route', 'sales')],
    ['of a route that has the name of the buyer', mute('route', 'b0b0')],
    ['that is over', mute('buyer', 'b0b0', now)],
  ])('%s delays nothing', (_, one) => {
    expect(delayOf(route, [one], signal, now)).toBeNull();
  });

  it('of a bridge does not delay an item that could not be read', () => {
    expect(delayOf(route, [mute('bridge', 'a0a0')], { ...signal, bridgeId: null }, now)).toBeNull();
  });

  it('ends with the last of several', () => {
    const mutes = [mute('buyer', 'b0b0', now + 5), mute('route', 'crm', now + 9), mute('bridge', 'a0a0')];
    expect(delayOf(route, mutes, signal, now)?.until).toBe(now + 9);
  });
});

describe('delays', () => {
  it('are counted by reason, up to the first that ends', () => {
    const delays = [5, 3, 9].map((later) => ({ reason: 'muted', until: now + later }) as const);
    expect(countDelays(delays)).toEqual([{ reason: 'muted', until: now + 3, signals: 3 }]);
    expect(countDelays([])).toEqual([]);
  });
});
