import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';

/** A Monday at 8 in New York. */
export const monday = Date.parse('2026-11-23T13:00:00Z');
export const newYork = 'America/New_York';

/** What a reader of the README knows without being told. */
const wellKnown: ReadonlySet<string> = new Set([
  'Tenders',
  'Board meetings',
  'Job changes',
  'News signals',
  'Contract ends',
]);

/** Fourteen signals: three hot ones at one buyer, and eleven others. */
export function fourteenAtOneHotBuyer(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const byBuyer = Map.groupBy(newest(entries), ({ buyerId }) => buyerId);
  const known = [...byBuyer.values()].map((own) =>
    own.filter(({ signal }) => wellKnown.has(signal?.bridgeName ?? '')),
  );
  const first = known.map((own) => onePerBridge(hotByColumn(own))).find((own) => own.length >= 3);
  if (!first) throw new Error('no buyer has three signals of well-known bridges that are hot by a column');
  const sizes = [3, 3, 2, 1, 1, 1];
  const others = known
    .map((own) => own.filter(({ hot }) => !hot))
    .filter((own) => own.length >= 3 && own[0]?.buyerId !== first[0]?.buyerId)
    .slice(0, sizes.length)
    .flatMap((own, index) => onePerBridge(own).slice(0, sizes[index]));
  return [...first.slice(0, 3), ...others].map(overTheWeekend);
}

function newest(entries: readonly OutboxEntry[]): OutboxEntry[] {
  // The sandbox lets many arrive at the very last moment.
  return entries
    .filter(({ firstSeenAt }) => firstSeenAt < monday)
    .sort((a, b) => b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1));
}

function hotByColumn(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((one) => one.hotBecause?.some(({ rule }) => rule === 'column'));
}

/** As if it had come since the Friday morning before. */
function overTheWeekend(entry: OutboxEntry): OutboxEntry {
  return { ...entry, firstSeenAt: monday - ((monday - entry.firstSeenAt) % (72 * 60 * 60 * 1_000)) };
}

function onePerBridge(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...new Map(entries.toReversed().map((one) => [one.signal?.bridgeId, one])).values()];
}
