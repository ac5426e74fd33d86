import type { DigestPointer } from '../domain/delivery.ts';
import { all, equals } from './conditions.ts';
import { readDigestsOf } from './digest-listing.ts';
import { digestKey, dueAttributes } from './keys.ts';
import { numberOf, stringOf } from './read-item.ts';
import { ConditionFailedError, type Table } from './table.ts';
import { type TryAgainPorts, tryAgain } from './try-again.ts';

export interface DeliveredDigest extends DigestPointer {
  readonly digestId: string;
  readonly destinationType: string;
  readonly signals: number;
  /** Milliseconds since the epoch. */
  readonly deliveredAt: number;
}

/** What a route delivered at `since` (milliseconds since the epoch) or later, what was handed over to it included. */
export async function listDelivered(
  table: Table,
  routeId: string,
  since: number,
): Promise<DeliveredDigest[]> {
  const found: DeliveredDigest[] = [];
  for await (const item of readDigestsOf(table, routeId)) {
    const deliveredAt = numberOf(item, 'deliveredAt');
    if (item.state !== 'DELIVERED' || deliveredAt === null || deliveredAt < since) continue;
    found.push({
      routeId: stringOf(item, 'routeId') ?? '',
      slot: stringOf(item, 'slot') ?? '',
      part: numberOf(item, 'part') ?? 0,
      digestId: stringOf(item, 'digestId') ?? '',
      destinationType: stringOf(item, 'destinationType') ?? '',
      signals: numberOf(item, 'signals') ?? 0,
      deliveredAt,
    });
  }
  return found;
}

/**
 * Makes a delivered digest due once more, with its whole schedule of attempts: the same id and the same bytes. It
 * pends again, so its time to live goes. False when it is not as it was listed: delivered again since, or gone.
 */
export async function replayDigest(
  table: Table,
  ports: TryAgainPorts,
  digest: DeliveredDigest,
  now: number,
): Promise<boolean> {
  const key = digestKey(digest.routeId, digest.slot, digest.part);
  const condition = all(equals('state', 'DELIVERED'), equals('deliveredAt', digest.deliveredAt));
  const set = { state: 'FROZEN', attempts: 0, replayedAt: now, ...dueAttributes(key, now) };
  const remove = ['expiresAt', 'deliveredAt', 'throttledSince'];
  try {
    await tryAgain(ports, () => table.update({ key, set, remove, condition }));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // An earlier try of this very write, whose result stayed unknown, has left its time behind.
    return error.item?.replayedAt === now;
  }
}
