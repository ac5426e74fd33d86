import type { BridgeSignal, Envelope } from '../../shared/bridge-api/index.ts';
import { bridgePlans } from '../data/bridge-plans.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import type { Buyer } from '../data/buyers.ts';
import { rowStatuses } from '../data/make-row.ts';
import type { World } from '../data/world.ts';
import { badRequest, notFound } from '../http/api-error.ts';
import { oneOf, pageOf, parsePaging, parseUuid, several, single } from '../http/query-parameters.ts';
import { byDate, byHotness, type RowStore } from '../rows/row-store.ts';
import { presentRow } from './list-bridge-rows.ts';

const filterTypes = bridgePlans.map(({ filterType }) => filterType);
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

/** `now` in milliseconds since the epoch. Throws a 400 or 404 as the README says. */
export function listBuyerSignals(
  store: RowStore,
  parameters: URLSearchParams,
  now: number,
): Envelope<BridgeSignal> {
  const paging = parsePaging(parameters);
  const sort = oneOf('sort', ['Date', 'Hotness'], single(parameters, 'sort') ?? 'Date');
  const statuses = several(parameters, 'status').map((status) => oneOf('status', rowStatuses, status));
  const from = windowStart(single(parameters, 'relativeDatePeriodFrom') ?? 'LastOneMonths', now);
  const bridges = chooseBridges(store.world, parameters);
  const buyerId = single(parameters, 'buyerId');
  if (buyerId === undefined) throw badRequest('buyerId is required; give the UUID of a buyer');
  const buyer = findBuyer(store.world, parseUuid('buyerId', buyerId));

  const wanted = statuses.length === 0 ? ['New'] : statuses;
  const listed = store
    .ofBuyer(buyer.buyerId)
    .filter(
      ({ status, signalDate, bridge }) =>
        wanted.includes(status) && signalDate >= from && bridges.includes(bridge),
    )
    .sort(sort === 'Date' ? byDate : byHotness);
  return pageOf(paging, listed, (row) => ({ bridge: presentBridge(row.bridge), row: presentRow(row) }));
}

/** Throws a 404 on an unknown id. */
export function findBuyer(world: World, buyerId: string): Buyer {
  const buyer = world.buyersById.get(buyerId.toLowerCase());
  if (!buyer) throw notFound('resource.buyer.notFound', `there is no buyer ${buyerId}`);
  return buyer;
}

/** The earliest signal date that is listed. Months are calendar months in UTC. */
function windowStart(period: string, now: number): number {
  const { days = 0, months = 0 } =
    periods[oneOf('relativeDatePeriodFrom', Object.keys(periods), period)] ?? {};
  const from = new Date(now - days * dayMs);
  const day = from.getUTCDate();
  from.setUTCMonth(from.getUTCMonth() - months);
  // One month before 31 March JavaScript has 3 March; the last day of February is meant.
  if (from.getUTCDate() !== day) from.setUTCDate(0);
  return from.getTime();
}

/** An unknown bridge id limits the list to nothing. */
function chooseBridges(world: World, parameters: URLSearchParams): BridgeRecord[] {
  const ids = several(parameters, 'triggerIds').map((id) => parseUuid('triggerIds', id));
  const types = several(parameters, 'filterType').map((type) => oneOf('filterType', filterTypes, type));
  return world.bridges.filter(
    ({ bridgeId, filterType }) =>
      (ids.length === 0 || ids.includes(bridgeId)) && (types.length === 0 || types.includes(filterType)),
  );
}

function presentBridge({ bridgeId, name, filterType, metadata }: BridgeRecord): BridgeSignal['bridge'] {
  return { bridgeId, name, filterType, columns: metadata.map(({ column }) => column) };
}
