import { type HeartbeatContent, tellHeartbeat } from '../../domain/digests/heartbeat.ts';

/** The body of a heartbeat, as docs/heartbeat.schema.json describes it: field by field, like a digest's. */
export function writeHeartbeat(content: HeartbeatContent): string {
  return JSON.stringify({
    type: 'heartbeat.created',
    timestamp: content.until,
    data: {
      digestId: content.digestId,
      routeId: content.routeId,
      since: content.since,
      until: content.until,
      sentence: tellHeartbeat(content),
      nextAt: content.nextAt,
      muted: content.muted,
      held: content.held,
    },
  });
}
