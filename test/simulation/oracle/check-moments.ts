import type { Lane } from '../../../shared/domain/lane.ts';
import { highestRate } from '../../../shared/domain/upstream/request-rate.ts';
import type { World } from '../parts/world.ts';

/** A little less than between two calls at the limiter's highest rate. */
const leastGapMs = 900 / highestRate;
const remembered = 100;

/**
 * I11: no two calls of a lane have the same moment, also across instances. Checked only if all clocks are right: an
 * instance with a slow clock reserves moments that are already taken.
 */
export function checkMoments({ oracle, plan }: World, lane: Lane, reserved: readonly number[]): void {
  if (plan.skewMs > 0 || plan.reading.fastClock !== null) return;
  const moments = oracle.memory.moments.get(lane) ?? [];
  oracle.memory.moments.set(lane, moments);
  for (const moment of reserved) {
    if (moments.some((other) => Math.abs(other - moment) < leastGapMs)) {
      oracle.violate('I11', 'two calls upstream reserved the same moment');
    }
    moments.push(moment);
  }
  moments.splice(0, moments.length - remembered);
}
