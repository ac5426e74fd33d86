import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import { ContractError, isOutOfTime, isPageRefused, NotStartedError } from '../../shared/domain/errors.ts';
import type { LookedUp, LookUpRequest } from '../../shared/domain/reports/became.ts';
import { readLists, unknown } from './became-source.ts';
import type { FetchSummariesPorts } from './fetch-summaries.ts';

/** Nothing is stored while the service fails or is paused: the next sweep asks again. */
export async function lookUp(
  { api, ledger, clock, observe }: FetchSummariesPorts,
  request: LookUpRequest,
  deadline: number,
): Promise<void> {
  const { buyerId } = request;
  const answered = await ledger.signals.readBecame(request);
  const missing = request.signalIds.filter((id) => !answered.has(id));
  if (missing.length === 0) return;
  const found = new Map<string, LookedUp>();
  try {
    await readLists(api, { buyerId, missing, deadline }, found);
  } catch (error) {
    const problem = upstreamProblem(error);
    observe({ kind: 'look-up-failed', buyerId, problem });
    if (!isLasting(error)) return;
  }
  for (const id of missing)
    await ledger.signals.storeBecame(request, id, found.get(id) ?? unknown, clock.now());
}

/** Asking again each minute would be refused again, or take as long; a call that only waited for its turn may have one then. */
function isLasting(error: unknown): boolean {
  if (error instanceof NotStartedError) return false;
  return isPageRefused(error) || isOutOfTime(error) || error instanceof ContractError;
}
