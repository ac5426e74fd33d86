import { listWatched } from '../../functions/lookups/read-watched.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import type { ChosenLedger } from '../open/with-ledger.ts';

/** A bridge or a buyer, and what its recorded signals show. */
export type Seen = Awaited<ReturnType<typeof listSeen>>[number];

export type SeenSignal = SignalRecord & { readonly signal: Signal };

export const seenDays = 30;

/** The signals of the last 30 days, the latest first: a first reading can record a hundred thousand in a quarter. */
export async function readSeen({ ledger }: Pick<ChosenLedger, 'ledger'>, now: number): Promise<SeenSignal[]> {
  const records = await ledger.history.listSignals({ since: now - seenDays * dayMs, until: now });
  return records.filter((record): record is SeenSignal => record.signal !== null);
}

/** The bridges or the buyers of the config, and those that were read, with what these signals show of them. */
export async function listSeen(
  kind: 'bridge' | 'buyer',
  { ledger, readConfig }: Pick<ChosenLedger, 'ledger' | 'readConfig'>,
  signals: readonly SeenSignal[],
) {
  const { watch } = await readConfig();
  const buyers = kind === 'buyer' ? await ledger.buyers.listKnown() : [];
  const names = new Map(buyers.map(({ buyerId, name }) => [buyerId.toLowerCase(), name]));
  const seen = Map.groupBy(signals, ({ signal }) => signal[`${kind}Id`].toLowerCase());
  const read =
    kind === 'buyer'
      ? [...(await listWatched({ ledger, watch })), ...names.keys()]
      : [...watch.bridges, ...(watch.except?.bridges ?? []), ...(await ledger.polls.readPlan()).marks.keys()];
  return [...new Set([...read.map((id) => id.toLowerCase()), ...seen.keys()])].map((id) => {
    const own = seen.get(id) ?? [];
    const shown = own.map(({ signal }) => signal[`${kind}Name`]).find((name) => name !== null);
    return {
      /** Lower case, as the ledger compares ids. */
      id,
      /** The name is null if no signal shows it. */
      name: names.get(id) ?? shown ?? null,
      signals: own.length,
      hot: own.filter(({ hot }) => hot).length,
      /** Milliseconds since the epoch; null if nothing was seen. */
      lastSeenAt: own[0]?.firstSeenAt ?? null,
    };
  });
}
