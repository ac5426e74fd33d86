import { describe, expect, it } from 'vitest';
import { clocksMs } from '../../../../../shared/domain/clock.ts';
import type { Mute } from '../../../../../shared/domain/routes/mute.ts';
import {
  countDelays,
  type DelayableSignal,
  type Delaying,
  delayOf,
} from '../../../../../shared/domain/signals/delay.ts';
import { exampleRound } from '../../../../support/examples/example-round.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const route = { id: 'crm', when: 'immediately' } as const;
const signal: DelayableSignal = {
  buyerId: 'B0B0',
  bridgeId: 'a0a0',
  firstSeenAt: now - 1,
  hot: false,
  releaseAt: null,
};
const round = exampleRound(now - 60_000);
function delay(
  one: Delaying['route'],
  mutes: readonly Mute[],
  waiting: DelayableSignal,
  from: number,
  over: Partial<Delaying> = {},
) {
  return delayOf({ route: one, mutes, round: null, hasSummary: () => false, ...over }, waiting, from);
}
const mute = (kind: Mute['kind'], id: string, until = now + 1): Mute => ({ kind, id, until, because: '' });

describe('quiet hours', () => {
  const quietRoute = { ...route, quiet: { from: '18:00', to: '09:00', timezone: 'UTC' } };
  const nine = now + 3_600_000;

  it('delay every signal until their end', () => {
    expect(delay(quietRoute, [], signal, now)).toEqual({ reason: 'quiet', until: nine });
    expect(delay(quietRoute, [], signal, nine)).toBeNull();
  });

  it('delay a muted signal further, if its mute ends within them', () => {
    const until = nine + 12 * 3_600_000;
    expect(delay(quietRoute, [mute('route', 'crm', nine - 1)], signal, now)).toEqual({
      reason: 'muted',
      until: nine,
    });
    expect(delay(quietRoute, [mute('route', 'crm', until)], signal, nine)).toEqual({
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
    expect(delay(route, [one], signal, now)).toEqual({ reason: 'muted', until: now + 1 });
  });

  it.each([
    ['of another buyer', mute('buyer', 'b1b1')],
    ['of another bridge', mute('bridge', 'a1a1')],
    ['of another route', mute('route', 'sales')],
    ['of a route that has the name of the buyer', mute('route', 'b0b0')],
    ['that is over', mute('buyer', 'b0b0', now)],
  ])('%s delays nothing', (_, one) => {
    expect(delay(route, [one], signal, now)).toBeNull();
  });

  it('of a bridge does not delay an item that could not be read', () => {
    expect(delay(route, [mute('bridge', 'a0a0')], { ...signal, bridgeId: null }, now)).toBeNull();
  });

  it('ends with the last of several', () => {
    const mutes = [mute('buyer', 'b0b0', now + 5), mute('route', 'crm', now + 9), mute('bridge', 'a0a0')];
    expect(delay(route, mutes, signal, now)?.until).toBe(now + 9);
  });
});

it('delays are counted by reason, up to the first that ends', () => {
  const delays = [5, 3, 9].map((later) => ({ reason: 'muted', until: now + later }) as const);
  expect(countDelays(delays)).toEqual([{ reason: 'muted', until: now + 3, signals: 3 }]);
  expect(countDelays([])).toEqual([]);
});

describe('what is awaited', () => {
  const until = now + 1;
  const hot = { ...signal, hot: true, releaseAt: until };

  it('is the summary of a hot signal, until it is there or its wait is over', () => {
    expect(delay(route, [], hot, now)).toEqual({ reason: 'summary', until });
    expect(delay(route, [], hot, until)).toBeNull();
    expect(delay(route, [], hot, now, { hasSummary: (buyerId) => buyerId === 'B0B0' })).toBeNull();
    expect(delay(route, [], { ...hot, hot: false }, now)).toBeNull();
  });

  it('is nothing for a signal that a wrong clock recorded, whose time may never come', () => {
    const ahead = { ...hot, firstSeenAt: now + clocksMs + 1, releaseAt: now + 86_400_000 };
    expect(delay(route, [], ahead, now)).toBeNull();
    expect(delay(route, [], { ...ahead, firstSeenAt: now + clocksMs }, now)).not.toBeNull();
  });
});

describe('gathering', () => {
  const gathering = { ...route, gather: '2 minutes' };
  const until = now + 60_000;

  it('delays what came since the last round, until so long after that', () => {
    expect(delay(gathering, [], signal, now, { round })).toEqual({ reason: 'gather', until });
    expect(delay(gathering, [], signal, until - 1, { round })).not.toBeNull();
    expect(delay(gathering, [], signal, until, { round })).toBeNull();
  });

  it.each<[string, Partial<Delaying>, Partial<DelayableSignal>]>([
    ['before the first round', { round: null }, {}],
    ['in a round that is not over', { round: { ...round, more: true } }, {}],
    ['after a round of a wrong clock', { round: { ...round, createdAt: now + clocksMs + 1 } }, {}],
    ['that is hot', { round }, { hot: true }],
    ['that an operator released', { round }, { released: true }],
    ['of a route that does not gather', { route, round }, {}],
    ['of a route that gathers for no time', { route: { ...route, gather: '0 seconds' }, round }, {}],
  ])('delays no signal %s', (_, over, own) => {
    expect(delay(gathering, [], { ...signal, ...own }, now, over)).toBeNull();
  });
});
