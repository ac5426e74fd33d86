import { type BridgeApi, type RowStatus, signalOf } from '../../shared/bridge-api/index.ts';
import { ContractError, HttpStatusError, isOutOfTime, isPageRefused } from '../../shared/domain/errors.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Became, LookedUp, LookUpRequest } from '../../shared/domain/reports/became.ts';
import { signalIdOf } from '../../shared/domain/signals/signal.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import type { FetchSummariesPorts } from './fetch-summaries.ts';

type List = readonly [status: RowStatus, became: Became];

/** One status a call: of several, servers disagree how they are written, and one that takes none answers the New ones. */
const lists: readonly List[] = [
  ['New', 'new'],
  ['Actioned', 'acted'],
  ['Saved', 'saved'],
  ['NotInterested', 'not-interested'],
];
/** Read only for rows that are in none of the others. */
const rareLists: readonly List[] = [
  ['Attending', 'acted'],
  ['Sponsoring', 'acted'],
];
/** A list goes by the signal's date, which can lie long before the row's arrival. */
const periods: readonly ListingPeriod[] = ['LastThreeMonths', 'LastSixMonths', 'LastTwoYears'];

/**
 * Looks up what became of signals of one buyer, and stores an answer for each. Of a buyer whose lists can't be read, each is
 * unknown; while the service fails or is paused nothing is stored, and the next sweep asks again.
 */
export async function lookUp(
  { api, ledger, clock, observe }: FetchSummariesPorts,
  request: LookUpRequest,
  deadline: number,
): Promise<void> {
  const { buyerId } = request;
  const answered = await ledger.readBecame(request);
  const missing = request.signalIds.filter((id) => !answered.has(id));
  if (missing.length === 0) return;
  let found: ReadonlyMap<string, LookedUp> = new Map();
  try {
    found = await readLists(api, buyerId, missing, deadline);
  } catch (error) {
    const problem = upstreamProblem(error);
    if (problem === null) throw error;
    observe({ kind: 'look-up-failed', buyerId, problem });
    if (!isLasting(error)) return;
  }
  for (const id of missing)
    await ledger.storeBecame(request, id, found.get(id) ?? { became: 'unknown', signal: null }, clock.now());
}

/** Asking again each minute would be refused again, or take as long. */
function isLasting(error: unknown): boolean {
  return isPageRefused(error) || isOutOfTime(error) || error instanceof ContractError;
}

/** What exactly one kind of list shows. */
async function readLists(
  api: BridgeApi,
  buyerId: string,
  signalIds: readonly string[],
  deadline: number,
): Promise<ReadonlyMap<string, LookedUp>> {
  const found = new Map<string, LookedUp[]>();
  const left = () => new Set(signalIds.filter((id) => !found.has(id)));
  for (const period of periods) {
    for (const some of [lists, rareLists]) {
      const wanted = left();
      if (wanted.size === 0) break;
      for (const [status, became] of some) {
        const query = { buyerId, status, period };
        for (const [id, signal] of await findIn(api, query, wanted, deadline))
          found.set(id, [...(found.get(id) ?? []), { became, signal: became === 'new' ? signal : null }]);
      }
    }
  }
  return new Map(
    [...found].flatMap(([id, [one, ...others]]) => (one && others.length === 0 ? [[id, one]] : [])),
  );
}

/** Reads a list until every wanted signal was seen in it. A list that is not found is empty. */
async function findIn(
  api: BridgeApi,
  { buyerId, status, period }: { buyerId: string; status: RowStatus; period: ListingPeriod },
  wanted: ReadonlySet<string>,
  deadline: number,
) {
  const seen = new Map<string, LookedUp['signal']>();
  const query = { buyerId, status: [status], relativeDatePeriodFrom: period, pageSize: 20 };
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
