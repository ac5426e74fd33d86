import { describe, expect, it } from 'vitest';
import { clocksMs } from '../../../shared/domain/clock.ts';
import { gatherDelay } from '../../../shared/domain/routes/pace.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const minute = 60_000;

describe('gathering', () => {
  const route = { gather: '2 minutes' };

  it('delays a signal for so long after it entered the outbox', () => {
    expect(gatherDelay(route, now, now)).toEqual({ reason: 'gather', until: now + 2 * minute });
    expect(gatherDelay(route, now, now + 2 * minute - 1)).not.toBeNull();
    expect(gatherDelay(route, now, now + 2 * minute)).toBeNull();
  });

  it('delays nothing without it, and nothing that a wrong clock recorded', () => {
    expect(gatherDelay({}, now, now)).toBeNull();
    expect(gatherDelay({ gather: '0 seconds' }, now + 1, now)).toBeNull();
    expect(gatherDelay(route, now + clocksMs + 1, now)).toBeNull();
  });
});
