import type { NewSignal } from '../domain/recording.ts';
import type { Blobs } from './blobs.ts';
import { absent } from './conditions.ts';
import { outboxKey, signalKey } from './keys.ts';
import { largestInlineBytes, storeText } from './payload.ts';
import { type Table, type TableWrite, TransactionCancelledError } from './table.ts';
import { type TryAgainPorts, tryAgain } from './try-again.ts';

/** A transaction takes 4 MB in all: entries of many routes share this much before they move to object storage. */
const largestTransactionBytes = 3_000_000;

export async function isKnown(table: Table, signalId: string): Promise<boolean> {
  return (await table.get(signalKey(signalId))) !== undefined;
}

/**
 * Writes a signal down as seen together with its outbox entries, all or nothing. False when it was written
 * down before: by an earlier scan, another instance, or this call's own try whose result stayed unknown.
 */
export async function recordSignal(
  table: Table,
  blobs: Blobs,
  ports: TryAgainPorts,
  signal: NewSignal,
): Promise<boolean> {
  const writes = await recordWrites(blobs, signal);
  try {
    await tryAgain(ports, () => table.transact(writes));
    return true;
  } catch (error) {
    if (error instanceof TransactionCancelledError && error.reasons[0]?.code === 'condition-failed') {
      return false;
    }
    throw error;
  }
}

async function recordWrites(blobs: Blobs, signal: NewSignal): Promise<TableWrite[]> {
  const unreadable = 'raw' in signal.content;
  const entries = signal.baseline ? [] : signal.routeIds;
  const tombstone = {
    ...signalKey(signal.signalId),
    buyerId: signal.buyerId,
    firstSeenAt: signal.firstSeenAt,
    hot: signal.hot,
    v: 1,
    // Who it was owed to from the first: what is handed over later must not come to one of them again.
    ...(entries.length > 0 ? { routes: entries } : {}),
    ...(signal.baseline ? { baseline: true } : {}),
    ...(unreadable ? { quarantined: true, ...(await storeText(blobs, JSON.stringify(signal.content))) } : {}),
  };
  const share = Math.floor(largestTransactionBytes / Math.max(signal.routeIds.length, 1));
  const payload = unreadable
    ? {}
    : await storeText(blobs, JSON.stringify(signal.content), Math.min(largestInlineBytes, share));
  return [
    { kind: 'put', item: tombstone, condition: absent },
    ...entries.map((routeId): TableWrite => {
      const item = {
        ...outboxKey(routeId, signal.firstSeenAt, signal.signalId),
        buyerId: signal.buyerId,
        firstSeenAt: signal.firstSeenAt,
        hot: signal.hot,
        hotnessRank: signal.hotnessRank,
        releaseAt: signal.releaseAt,
        v: 1,
        ...payload,
      };
      return { kind: 'put', item, condition: absent };
    }),
  ];
}
