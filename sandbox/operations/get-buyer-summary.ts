import type { BuyerSummaryResponse } from '../../shared/bridge-api/index.ts';
import { notFound } from '../http/api-error.ts';
import { byDate, type RowStore } from '../rows/row-store.ts';
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
  const needsRegeneration = state !== 'ready';
  if (generatedAt === null) {
    const nothing = { summary: null, score: null, scoreReasoning: null, generatedAt: null };
    return { buyerId, needsRegeneration, ...nothing };
  }
  const latest = store.ofBuyer(buyerId).toSorted(byDate).slice(0, 6);
  return {
    buyerId,
    needsRegeneration,
    ...composeSummary(store.world.plan.seed, buyer, latest),
    generatedAt: new Date(generatedAt).toISOString(),
  };
}
