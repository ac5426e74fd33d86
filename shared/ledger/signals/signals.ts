import type { UnreadableSignal } from '../../domain/rows/signal.ts';
import { cut } from '../../domain/signals/limit-text.ts';
import type { NewSignal } from '../../domain/signals/recording.ts';
import { recordItem } from '../history/signal-records.ts';
import { signalKey, signalOf } from '../items/keys.ts';
import type { Routes } from '../routes/routes.ts';
import { absent } from '../table/conditions.ts';
import { tryIfHolds } from '../table/if-holds.ts';
import type { LedgerPorts } from '../table/ports.ts';
import { readItems } from '../table/read-many.ts';
import { type Item, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { mostWrites } from '../table/table-rules.ts';
import { tryAgain } from '../table/try-again.ts';
import { awaitedItems } from './awaited.ts';
import { createBecame } from './became.ts';
import { outboxItems } from './outbox-item.ts';

/** A person can find the cause in so much of an unreadable item. A character takes up to six bytes as JSON. */
const longestRaw = 6_000;

export function createSignals(ports: LedgerPorts, routes: Routes) {
  const { table } = ports;
  const { readBecame, storeBecame } = createBecame(ports);
  return {
    readBecame,
    storeBecame,

    async findKnown(signalIds: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set((await readItems(table, [...new Set(signalIds)].map(signalKey))).map(signalOf));
    },

    /** False if it was already recorded: by another scan, or by an earlier try whose result was unknown. */
    async record(signal: NewSignal): Promise<boolean> {
      await routes.register(signal.routeIds);
      const writes = recordItems(signal).map(putNew);
      return (await tryIfHolds(ports, () => table.transact(writes))).holds;
    },

    /** Each group is as large as one `recordTogether` takes. */
    batch: batchSignals,

    /** False if one of them was already recorded, is too large, or is being written. Then `record` each alone. */
    async recordTogether(signals: readonly NewSignal[]): Promise<boolean> {
      await routes.register([...new Set(signals.flatMap(({ routeIds }) => routeIds))]);
      const writes = signals.flatMap(recordItems).map(putNew);
      try {
        await tryAgain(ports, () => table.transact(writes));
        return true;
      } catch (error) {
        if (error instanceof TransactionCancelledError) return false;
        throw error;
      }
    },
  };
}

/** A hundred of the largest items have less than the 4 MB of a transaction. */
function batchSignals(signals: readonly NewSignal[]): readonly (readonly NewSignal[])[] {
  const batches: NewSignal[][] = [];
  let writes = 0;
  for (const signal of signals) {
    const more = recordItems(signal).length;
    const batch = batches.at(-1);
    if (!batch || writes + more > mostWrites) {
      batches.push([signal]);
      writes = more;
    } else {
      batch.push(signal);
      writes += more;
    }
  }
  return batches;
}

function putNew(item: Item): TableWrite {
  return { kind: 'put', item, condition: absent };
}

function recordItems(signal: NewSignal): Item[] {
  const { content } = signal;
  const entries = signal.baseline ? [] : signal.routeIds;
  const tombstone = {
    ...signalKey(signal.signalId),
    buyerId: signal.buyerId,
    firstSeenAt: signal.firstSeenAt,
    hot: signal.hot,
    v: 1,
    ...(signal.baseline ? { baseline: true } : {}),
    ...('raw' in content ? { quarantined: true, text: unreadableText(content) } : {}),
  };
  return [tombstone, recordItem(signal), ...outboxItems(signal, entries), ...awaitedItems(signal)];
}

/** The full size is added if the text was shortened. */
function unreadableText(content: UnreadableSignal): string {
  const { raw } = content;
  const cutRaw = { raw: cut(raw, longestRaw), rawBytes: Buffer.byteLength(raw) };
  return JSON.stringify(raw.length > longestRaw ? { ...content, ...cutRaw } : content);
}
