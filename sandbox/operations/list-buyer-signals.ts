import * as v from 'valibot';
import type { BridgeSignal, Envelope } from '../../shared/bridge-api/index.ts';
import { bridgePlans } from '../data/bridge-plans.ts';
import { type Row, rowStatuses } from '../data/make-row.ts';
import { uuid } from '../http/check-input.ts';
import { pageOf, paging } from '../http/paging.ts';
import { highestFirst, type RowStore } from '../rows/row-store.ts';
import { findKnown, presentRow } from './bridge-rows.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const periods: Readonly<Record<string, { readonly days?: number; readonly months?: number }>> = {
  LastOneDay: { days: 1 },
  LastSevenDays: { days: 7 },
  LastThirtyDays: { days: 30 },
  LastSixtyDays: { days: 60 },
  LastOneMonths: { months: 1 },
  LastTwoMonths: { months: 2 },
  LastThreeMonths: { months: 3 },
  LastSixMonths: { months: 6 },
  LastNineMonths: { months: 9 },
  LastYear: { months: 12 },
  LastTwoYears: { months: 24 },
};

/** An array parameter, which may be repeated or joined by commas. */
function several<Item extends v.GenericSchema<string, string>>(item: Item, fallback: readonly string[] = []) {
  const split = v.transform((given: string | string[]) => [given].flat().flatMap((text) => text.split(',')));
  return v.optional(v.pipe(v.union([v.string(), v.array(v.string())]), split, v.array(item)), [...fallback]);
}

export const signalsQuerySchema = v.object({
  ...paging.entries,
  buyerId: uuid,
  triggerIds: several(uuid),
  sort: v.optional(v.picklist(['Date', 'Hotness']), 'Date'),
  filterType: several(v.picklist([...new Set(bridgePlans.map(({ filterType }) => filterType))])),
  status: several(v.picklist(rowStatuses), ['New']),
  relativeDatePeriodFrom: v.optional(v.picklist(Object.keys(periods)), 'LastOneMonths'),
});

/** `now` in milliseconds since the epoch. Throws a 404 on an unknown buyer; an unknown bridge limits the list to nothing. */
export function listBuyerSignals(
  store: RowStore,
  query: v.InferOutput<typeof signalsQuerySchema>,
  now: number,
): Envelope<BridgeSignal> {
  const { triggerIds, filterType } = query;
  const from = windowStart(query.relativeDatePeriodFrom, now);
  const isListed = ({ status, signalDate, bridge }: Row): boolean =>
    query.status.some((one) => one === status) &&
    signalDate >= from &&
    (triggerIds.length === 0 || triggerIds.includes(bridge.bridgeId)) &&
    (filterType.length === 0 || filterType.includes(bridge.filterType));
  const { buyerId } = findKnown(store.world.buyersById, 'buyer', query.buyerId);
  const order = highestFirst(query.sort === 'Date' ? 'signalDate' : 'hotness');
  const listed = store.of(buyerId).filter(isListed).sort(order);
  return pageOf(query, listed, (row) => {
    const { bridgeId, name, filterType: kind, metadata } = row.bridge;
    const columns = metadata.map(({ column }) => column);
    return { bridge: { bridgeId, name, filterType: kind, columns }, row: presentRow(row) };
  });
}

/** The earliest signal date that is listed. Months are calendar months in UTC. */
function windowStart(period: string, now: number): number {
  const { days = 0, months = 0 } = periods[period] ?? {};
  const from = new Date(now - days * dayMs);
  const day = from.getUTCDate();
  from.setUTCMonth(from.getUTCMonth() - months);
  // One month before 31 March JavaScript has 3 March; the last day of February is meant.
  if (from.getUTCDate() !== day) from.setUTCDate(0);
  return from.getTime();
}
