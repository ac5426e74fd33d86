import type { BuyerSummaryResponse } from '../../shared/bridge-api/index.ts';
import { notFound } from '../http/api-error.ts';
import { byDate, type RowStore, type StoredRow } from '../rows/row-store.ts';
import { composeSummary } from '../summaries/compose-summary.ts';
import type { SummaryStates } from '../summaries/summary-states.ts';
import { findBuyer } from './list-buyer-signals.ts';

/** Throws a 404 with the code `resource.buyer.summary.empty` when no bridge tracks the buyer. */
export function getBuyerSummary(
  store: RowStore,
  states: SummaryStates,
  id: string,
  now: number,
): BuyerSummaryResponse {
  const buyer = findBuyer(store.world, id);
  const { buyerId } = buyer;
  const { state, generatedAt } = states.ask(buyerId, now);
  if (state === 'none') {
    throw notFound('resource.buyer.summary.empty', `no bridge tracks the buyer ${buyerId}`);
  }
  if (generatedAt === null) {
    return {
      buyerId,
      needsRegeneration: true,
      summary: null,
      score: null,
      scoreReasoning: null,
      generatedAt: null,
    };
  }
  return {
    buyerId,
    needsRegeneration: state === 'stale',
    ...composeSummary(store.world.plan.seed, buyer, latestRows(store.ofBuyer(buyerId), generatedAt)),
    generatedAt: new Date(generatedAt).toISOString(),
  };
}

/** Six rows: the latest that had arrived by then, and later ones if those are fewer. */
function latestRows(rows: readonly StoredRow[], arrivedBy: number): StoredRow[] {
  const isLater = (row: StoredRow) => Number(row.arrivedAt > arrivedBy);
  return rows.toSorted((one, other) => isLater(one) - isLater(other) || byDate(one, other)).slice(0, 6);
}
