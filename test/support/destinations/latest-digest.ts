import type { LatestDigest } from '../../../shared/ledger/digests/latest-digests.ts';

/** A delivered digest as the ledger tells it. */
export function latestDigest(over: Partial<LatestDigest> = {}): LatestDigest {
  const frozenAt = Date.parse('2026-11-20T08:00:00Z');
  return {
    routeId: 'crm',
    slot: '2026-11-20T08:00:00.000Z',
    part: 1,
    digestId: 'msg_1',
    state: 'DELIVERED',
    heartbeat: false,
    signals: 2,
    attempts: 1,
    reason: null,
    destinationType: 'webhook',
    frozenAt,
    dueAt: null,
    resentAt: null,
    deliveredAt: frozenAt + 1_000,
    body: '{"type":"digest.created"}',
    ...over,
  };
}
