import { describe, expect, it } from 'vitest';
import { needsOf, tellNeed } from '../../../cli/words/route-needs.ts';
import type { DigestRow, RouteRow } from '../../../cli/words/route-row.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const well: RouteRow = {
  id: 'sales',
  to: 'slack',
  state: 'ENABLED',
  reason: null,
  disabledSince: null,
  signalsWaiting: 2,
  muted: [],
  signalsHeld: 0,
  oldestPendingAt: null,
  failing: null,
  digests: [],
};

function digest(state: DigestRow['state'], changed: Partial<DigestRow> = {}): DigestRow {
  const waiting = { frozenAt: '2026-11-21T07:00:00Z', nextAttemptAt: null, resentAt: null, reason: null };
  return { state, destinationType: 'slack', ...waiting, ...changed } as DigestRow;
}

describe('what of a route needs attention', () => {
  it('is nothing while its signals and digests wait for their time', () => {
    expect(needsOf({ ...well, digests: [digest('FROZEN')] }, now)).toEqual([]);
  });

  it.each<[string, Partial<RouteRow>, string, string]>([
    [
      'a disabled route, with what it keeps',
      {
        state: 'DISABLED',
        reason: 'answered 410 Gone',
        disabledSince: '2026-11-21T07:30:00Z',
        digests: [digest('HELD')],
      },
      'disabled',
      'route sales: disabled since 2026-11-21 07:30 UTC (answered 410 Gone), 1 digest kept: fix the destination, then: signalpost resume sales --stage prod',
    ],
    [
      'digests kept although the route is enabled',
      { digests: [digest('HELD'), digest('HELD')] },
      'kept',
      'route sales: 2 digests kept although the route is enabled: signalpost resume sales --stage prod',
    ],
    [
      'failed attempts, which are retried automatically',
      {
        failing: {
          digests: 1,
          reason: 'answered 503',
          since: '2026-11-21T07:00:00Z',
          nextAttemptAt: '2026-11-21T08:20:00Z',
        },
      },
      'failing',
      'route sales: 1 digest not delivered since 2026-11-21 07:00 UTC (answered 503); next attempt in 20 minutes',
    ],
    [
      'digests of another kind of destination',
      { digests: [digest('HELD', { destinationType: 'webhook' })] },
      'misplaced',
      'route sales: 1 digest written for another kind of destination: set its destination back until they are delivered, or signalpost discard sales --stage prod',
    ],
    [
      'digests that failed for good, with the last reason',
      { digests: [digest('DEAD', { reason: 'answered 500' }), digest('DEAD', { reason: 'answered 400' })] },
      'given-up',
      'route sales: 2 digests failed for good (answered 400): signalpost resend sales --stage prod',
    ],
    [
      'signals of a flood',
      { signalsHeld: 3 },
      'held',
      'route sales: 3 signals held back from a flood: signalpost resend sales --stage prod',
    ],
    [
      'a route removed from the config, with all that is pending',
      { to: null, signalsHeld: 3, digests: [digest('DEAD')] },
      'vanished',
      'route sales: no longer in the config, with 2 signals waiting, 3 signals held back, 1 digest undelivered: put the route back until nothing is pending, or signalpost discard sales --stage prod',
    ],
  ])('is %s', (_, changed, kind, told) => {
    const needs = needsOf({ ...well, ...changed }, now, ' --stage prod');

    expect(needs.map((need) => need.kind)).toEqual([kind]);
    expect(needs.map(tellNeed)).toEqual([told]);
  });
});
