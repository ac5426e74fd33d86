import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { digestKey, dueAttributes } from '../keys.ts';
import { all, equals } from '../table/conditions.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { type Table, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { putOwed, readDelivered, senderOf } from './digest-listing.ts';

export interface DeliveredDigest extends DigestPointer {
  readonly digestId: string;
  /** The route that delivered it: another than `routeId` where it was handed over. */
  readonly sender: string;
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
  for await (const item of readDelivered(table, routeId)) {
    const deliveredAt = numberOf(item, 'deliveredAt');
    if (deliveredAt === null || deliveredAt < since) continue;
    found.push({
      routeId: stringOf(item, 'routeId') ?? '',
      slot: stringOf(item, 'slot') ?? '',
      part: numberOf(item, 'part') ?? 0,
      digestId: stringOf(item, 'digestId') ?? '',
      sender: senderOf(item),
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
  const writes: TableWrite[] = [
    { kind: 'update', key, set, remove, condition },
    putOwed(digest.sender, key, now),
  ];
  try {
    await tryAgain(ports, () => table.transact(writes));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
    const [found] = error.reasons;
    if (found?.code !== 'condition-failed') throw error;
    // An earlier try of this very write, whose result stayed unknown, has left its time behind.
    return found.item?.replayedAt === now;
  }
}
