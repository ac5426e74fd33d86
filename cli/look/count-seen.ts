import type { SignalRecord } from '../../shared/domain/history/history.ts';
import type { Signal } from '../../shared/domain/signals/signal.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

/** What the recorded signals show of a buyer or of a bridge. */
export interface Seen {
  /** As its latest signals name it; null if none does. */
  readonly name: string | null;
  readonly signals: number;
  readonly hot: number;
  /** Milliseconds since the epoch. */
  readonly lastSeenAt: number;
}

export const seenDays = 30;

/** The signals of the last 30 days, the latest first: a first reading can record a hundred thousand in a quarter. */
export function listSeen(ledger: Pick<Ledger, 'listRecords'>, now: number): Promise<SignalRecord[]> {
  return ledger.listRecords({ since: now - seenDays * 86_400_000, until: now });
}

/** Counts records, the latest first, by an id in lower case. */
export function countSeen(
  records: readonly SignalRecord[],
  of: (signal: Signal) => { readonly id: string; readonly name: string | null },
): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const { signal, hot, firstSeenAt } of records) {
    if (signal === null) continue;
    const { id, name } = of(signal);
    const known = seen.get(id.toLowerCase()) ?? { name, signals: 0, hot: 0, lastSeenAt: firstSeenAt };
    seen.set(id.toLowerCase(), {
      ...known,
      name: known.name ?? name,
      signals: known.signals + 1,
      hot: known.hot + (hot ? 1 : 0),
    });
  }
  return seen;
}

export const bridgeOf = ({ bridgeId: id, bridgeName: name }: Signal) => ({ id, name });
export const buyerOf = ({ buyerId: id, buyerName: name }: Signal) => ({ id, name });
