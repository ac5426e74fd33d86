import type { HeartbeatContent } from '../../../shared/domain/digests/heartbeat.ts';
import { sumCounts, type TallyCounts } from '../../../shared/domain/tally.ts';

/** Every count 0 but these. */
export function exampleCounts(counts: Partial<TallyCounts> = {}): TallyCounts {
  return sumCounts([{ counts }]);
}

/** A good week: from Saturday to Saturday, with the last new signal on the Tuesday. */
export function exampleHeartbeat(over: Partial<HeartbeatContent> = {}): HeartbeatContent {
  return {
    digestId: `msg_${'a'.repeat(52)}`,
    routeId: 'sales',
    from: '2026-11-14T08:00:00.000Z',
    until: '2026-11-21T08:00:00.000Z',
    quietSince: '2026-11-17T10:00:00.000Z',
    counts: exampleCounts({ polls: 672, buyersRead: 6_720, newSignals: 41, hotSignals: 6, throttles: 3 }),
    newForRoute: 41,
    timezone: 'UTC',
    ...over,
  };
}
