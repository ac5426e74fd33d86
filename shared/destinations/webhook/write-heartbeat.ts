import type { HeartbeatContent } from '../../domain/digests/heartbeat.ts';
import { countFailures, tellHeartbeat } from '../../domain/digests/tell-heartbeat.ts';

/** The body of a heartbeat, as docs/heartbeat.schema.json describes it: field by field, like a digest's. */
export function writeHeartbeat(content: HeartbeatContent): string {
  const { counts } = content;
  return JSON.stringify({
    type: 'heartbeat.created',
    timestamp: content.until,
    data: {
      digestId: content.digestId,
      routeId: content.routeId,
      from: content.from,
      until: content.until,
      sentence: tellHeartbeat(content),
      quietSince: content.quietSince,
      polls: counts.polls,
      pollsSkipped: counts.pollsSkipped,
      buyersRead: counts.buyersRead,
      newSignals: counts.newSignals,
      newForRoute: content.newForRoute,
      hotSignals: counts.hotSignals,
      failures: countFailures(counts),
      bridgesFailed: counts.bridgesFailed,
      buyersFailed: counts.buyersFailed,
      summariesFailed: counts.summariesFailed,
      messagesFailed: counts.messagesFailed,
      invocationsFailed: counts.invocationsFailed,
      digestsGivenUp: counts.digestsGivenUp,
      digestsDelivered: counts.digestsDelivered,
      throttles: counts.throttles,
      pauses: counts.pauses,
    },
  });
}
