import { type BridgeApi, type RowStatus, signalOf } from '../../shared/bridge-api/index.ts';
import { HttpStatusError } from '../../shared/domain/errors.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Became, LookedUp } from '../../shared/domain/reports/became.ts';
import { signalIdOf } from '../../shared/domain/rows/signal.ts';

/** A row in two of these lists is unknown, also where a server ignores the filter and answers with the New ones. */
const lists: readonly (readonly [statuses: readonly RowStatus[], became: Became])[] = [
  [['New'], 'new'],
  [['Actioned', 'Attending', 'Sponsoring'], 'acted'],
  [['Saved'], 'saved'],
  [['NotInterested'], 'not-interested'],
];
export const unknown: LookedUp = { became: 'unknown', signal: null };
/** A list goes by the signal's date, which can lie long before the row's arrival. */
const periods: readonly ListingPeriod[] = ['LastThreeMonths', 'LastSixMonths', 'LastTwoYears'];

/** Adds what became of rows to `found`, once all lists of a period were read for them. */
export async function readLists(
  api: BridgeApi,
  { buyerId, missing, deadline }: { buyerId: string; missing: readonly string[]; deadline: number },
  found: Map<string, LookedUp>,
): Promise<void> {
  for (const period of periods) {
    const wanted = new Set(missing.filter((id) => !found.has(id)));
    if (wanted.size === 0) return;
    const seen: [string, LookedUp][] = [];
    for (const [statuses, became] of lists) {
      for (const [id, signal] of await findIn(api, { buyerId, statuses, period }, wanted, deadline))
        seen.push([id, { became, signal: became === 'new' ? signal : null }]);
    }
    for (const [id, own] of Map.groupBy(seen, ([one]) => one))
      found.set(id, own.length === 1 && own[0] ? own[0][1] : unknown);
  }
}

/** A list that is not found is empty. */
async function findIn(
  api: BridgeApi,
  { buyerId, statuses, period }: { buyerId: string; statuses: readonly RowStatus[]; period: ListingPeriod },
  wanted: ReadonlySet<string>,
  deadline: number,
) {
  const seen = new Map<string, LookedUp['signal']>();
  const query = { buyerId, status: statuses, relativeDatePeriodFrom: period, pageSize: 20 };
  try {
    for await (const { result } of api.buyerSignalPages(query, { deadline, lane: 'summaries' })) {
      for (const item of result) {
        const signal = signalOf(buyerId, item);
        const id = signalIdOf(signal);
        if (wanted.has(id)) seen.set(id, signal);
      }
      if (seen.size === wanted.size) break;
    }
  } catch (error) {
    if (!(error instanceof HttpStatusError && error.status === 404)) throw error;
  }
  return seen;
}
