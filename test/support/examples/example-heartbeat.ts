import type { HeartbeatContent } from '../../../shared/domain/reports/heartbeat.ts';

/** On a Saturday after a digest on Tuesday. */
export function exampleHeartbeat(over: Partial<HeartbeatContent> = {}): HeartbeatContent {
  return {
    kind: 'heartbeat',
    digestId: `msg_${'a'.repeat(26)}`,
    routeId: 'sales',
    since: '2026-11-17T10:00:00.000Z',
    until: '2026-11-21T08:00:00.000Z',
    nextAt: null,
    buyers: 100,
    unread: 0,
    readSince: '2026-11-21T02:00:00.000Z',
    awaySince: null,
    muted: 0,
    held: 0,
    undelivered: 0,
    timezone: 'UTC',
    ...over,
  };
}
