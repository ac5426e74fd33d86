import { inParallel } from '../../domain/concurrency.ts';
import type { SignalRecord } from '../../domain/history/history.ts';
import { keptText } from '../../domain/signals/limit-text.ts';
import type { NewSignal } from '../../domain/signals/recording.ts';
import { monthsBack, rememberedUntil, type TimeSpan } from '../items/kept.ts';
import { recordKey, recordPks, recordsOfBuyer, signalKey } from '../items/keys.ts';
import { storedOf } from '../items/stored-signal.ts';
import { listOf, numberOf, queryAll, stringOf } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';

type Fits = (record: SignalRecord) => boolean;

const mostBytes = 2_000;
const readsAtOnce = 8;

/** A signal's tombstone holds ids only: this item remembers the signal. */
export function recordItem(signal: NewSignal): Item {
  const { content, hotBecause, verdicts } = signal;
  return {
    ...recordKey(signal.buyerId, signal.firstSeenAt, signal.signalId),
    signalId: signal.signalId,
    buyerId: signal.buyerId,
    firstSeenAt: signal.firstSeenAt,
    hot: signal.hot,
    ...(signal.hotUnknown === true ? { hotUnknown: true } : {}),
    ...(signal.hotnessRank === null ? {} : { hotnessRank: signal.hotnessRank }),
    ...(hotBecause === undefined ? {} : { hotBecause: JSON.stringify(hotBecause) }),
    ...(signal.baseline ? { notSent: signal.leftOut === true ? 'left-out' : 'baseline' } : {}),
    ...(signal.firstRun === undefined ? {} : { firstRun: signal.firstRun }),
    ...(verdicts.length === 0 ? {} : { verdicts: JSON.stringify(verdicts) }),
    ...('raw' in content ? {} : { text: keptText(content, mostBytes) }),
    expiresAt: rememberedUntil(signal.firstSeenAt),
    v: 1,
  };
}

export function createSignalRecords({ table }: LedgerPorts) {
  return {
    /** Null if the signal never was recorded. Its record is null once 90 days are over. */
    async findSignal(signalId: string) {
      const tombstone = await table.get(signalKey(signalId));
      if (!tombstone) return null;
      const buyerId = stringOf(tombstone, 'buyerId') ?? '';
      const firstSeenAt = numberOf(tombstone, 'firstSeenAt') ?? 0;
      const item = await table.get(recordKey(buyerId, firstSeenAt, signalId));
      const record = item ? recordOf(item) : null;
      return { buyerId, firstSeenAt, baseline: tombstone.baseline === true, record };
    },

    /** One buyer's signals, or all, that fit; the latest first. */
    async listSignals(span: TimeSpan, buyerId?: string, fits: Fits = () => true): Promise<SignalRecord[]> {
      const parts = monthsBack(span).flatMap((month) =>
        buyerId === undefined
          ? recordPks(month).map((pk) => ({ pk, prefix: '' }))
          : [recordsOfBuyer(buyerId, month)],
      );
      const found: SignalRecord[] = [];
      await inParallel(parts, readsAtOnce, async ({ pk, prefix }) => {
        for await (const item of queryAll(table, pk, prefix)) {
          const record = recordOf(item);
          const isWithin = record.firstSeenAt >= span.since && record.firstSeenAt <= span.until;
          // Keeps only what fits: a first reading can have recorded more than memory holds.
          if (isWithin && fits(record)) found.push(record);
        }
      });
      return found.sort((a, b) => b.firstSeenAt - a.firstSeenAt || (a.signalId < b.signalId ? -1 : 1));
    },
  };
}

function recordOf(item: Item): SignalRecord {
  const { notSent } = item;
  const stored = storedOf(item);
  return {
    signalId: stringOf(item, 'signalId') ?? '',
    buyerId: stringOf(item, 'buyerId') ?? '',
    ...stored,
    hotBecause: stored.hotBecause ?? [],
    notSent: notSent === 'baseline' || notSent === 'left-out' ? notSent : null,
    firstRun: stringOf(item, 'firstRun'),
    verdicts: listOf(item, 'verdicts'),
  };
}
