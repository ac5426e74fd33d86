import { dayMs } from '../../../shared/domain/duration.ts';
import { highestRate } from '../../../shared/domain/upstream/request-rate.ts';
import { readCallHours } from '../../lookup/call-hours.ts';
import type { PageWorld } from './page-world.ts';

const shownMs = 7 * dayMs;

/** The calls to the API: the rate found, and pauses. */
export async function readUpstream({ ledger, config, now }: PageWorld) {
  const at = now();
  const mostPerSecond = config.api.callsPerSecond ?? null;
  const { hours, states } = await readCallHours(ledger, at - shownMs, at);
  const isAhead = (time: number): number | null => (time > at ? time : null);
  return {
    at,
    baseUrl: config.api.baseUrl,
    mostPerSecond,
    lanes: states.flatMap(({ lane, perSecond, cuts, pausedUntil, pauseReason, heldUntil }) => {
      if (lane !== 'lists' && lane !== 'summaries') return [];
      return {
        lane,
        perSecond: Math.min(perSecond, mostPerSecond ?? highestRate),
        isFound: cuts > 0,
        pausedUntil: isAhead(pausedUntil),
        pauseReason,
        heldUntil: isAhead(heldUntil),
        hours: hours.filter((hour) => hour.lane === lane),
      };
    }),
  };
}
