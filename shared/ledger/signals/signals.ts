import { knownFates, type LookedUp, type LookUpRequest } from '../../domain/reports/became.ts';
import type { UnreadableSignal } from '../../domain/rows/signal.ts';
import { cut, keptText } from '../../domain/signals/limit-text.ts';
import type { NewSignal } from '../../domain/signals/recording.ts';
import { recordItem } from '../history/signal-records.ts';
import { rememberedUntil } from '../items/kept.ts';
import { becameKey, becameOf, signalIdOfKey, signalKey } from '../items/keys.ts';
import { signalIn } from '../items/stored-signal.ts';
import type { Routes } from '../routes/routes.ts';
import { absent, any, below, tryAgain, tryIfHolds } from '../table/conditions.ts';
import { numberOf, readItems } from '../table/read-item.ts';
import { type Item, type LedgerPorts, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { mostWrites } from '../table/table-rules.ts';
import { awaitedItems } from './awaited.ts';
import { outboxItems } from './outbox.ts';

/** A person can find the cause in so much of an unreadable item. A character takes up to six bytes as JSON. */
const longestRaw = 6_000;

export function createSignals(ports: LedgerPorts, routes: Routes) {
  const { table } = ports;
  const { readBecame, storeBecame } = createBecame(ports);
  return {
    readBecame,
    storeBecame,

    async findKnown(signalIds: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set((await readItems(table, [...new Set(signalIds)].map(signalKey))).map(signalIdOfKey));
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

/** Each row has an item: answers to several questions about a buyer never meet. */
function createBecame(ports: LedgerPorts) {
  const { table } = ports;
  return {
    async readBecame({ buyerId, signalIds, askedAt }: LookUpRequest): Promise<Map<string, LookedUp>> {
      const keys = signalIds.map((signalId) => becameKey(buyerId, signalId));
      const answers = (await readItems(table, keys)).filter(
        (item) => (numberOf(item, 'askedAt') ?? 0) >= askedAt,
      );
      return new Map(answers.map((item) => [becameOf(item), lookedUp(item)]));
    },

    /** An answer to the same question or a later one stays. */
    async storeBecame(
      { buyerId, askedAt }: LookUpRequest,
      signalId: string,
      { became, signal }: LookedUp,
      now: number,
    ): Promise<void> {
      const text = signal === null ? {} : { text: keptText(signal) };
      const set = { became, askedAt, ...text, expiresAt: rememberedUntil(now), v: 1 };
      const remove = signal === null ? ['text'] : [];
      const condition = any(absent, below('askedAt', askedAt));
      const update = { key: becameKey(buyerId, signalId), set, remove, condition };
      await tryIfHolds(ports, () => table.update(update));
    },
  };
}

function lookedUp(item: Item): LookedUp {
  return { became: knownFates.find((fate) => fate === item.became) ?? 'unknown', signal: signalIn(item) };
}
