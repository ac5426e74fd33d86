import { inParallel } from '../../shared/domain/concurrency.ts';
import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { SummaryAnswer, SummaryClaim } from '../../shared/domain/signals/summary.ts';
import { summaryCallMs } from '../../shared/domain/upstream/call-times.ts';
import { askToCompose } from '../ask-to-compose.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import { getSummary } from './summary-source.ts';

export type FetchSummariesPorts = Pick<
  FunctionPorts,
  'config' | 'clock' | 'random' | 'observe' | 'api' | 'queue'
> &
  LedgerPort<'summaries' | 'signals' | 'due'>;

export type FetchSummariesResult = Awaited<ReturnType<typeof fetchSummaries>>;
type Found = Record<'ready' | 'pending' | 'none', string[]>;

/** The lease outlasts the three calls that the client makes at most, so that no two fetches overlap. */
export const summaryLeaseMs = 3 * summaryCallMs + 20_000;
const firstPauseMs = 10_000;
const longestPauseMs = 60_000;

/** `wanted` first marks each buyer's summary as wanted: for an invoke by hand. */
export async function fetchSummaries(
  ports: FetchSummariesPorts,
  request: { readonly buyerIds: readonly string[]; readonly wanted: boolean; readonly deadline: number },
) {
  const found: Found = { ready: [], pending: [], none: [] };
  /** These were fetched recently, are not wanted, or are being fetched by another instance. */
  const skipped: string[] = [];
  const failed: { buyerId: string; problem: string }[] = [];
  await inParallel([...new Set(request.buyerIds)], 4, async (buyerId) => {
    const now = ports.clock.now();
    const until = now + parseDuration(ports.config.summaries.waitAtMost);
    if (request.wanted) await ports.ledger.summaries.request(buyerId, now, until);
    const claim = await ports.ledger.summaries.claim(buyerId, now, summaryLeaseMs);
    if (claim === null) {
      skipped.push(buyerId);
      return;
    }
    const problem = await fetchOne(ports, claim, request.deadline, found);
    if (problem !== null) failed.push({ buyerId, problem });
  });
  return { ...found, skipped, failed };
}

/** Returns the upstream problem, or null. A failed call is retried like a pending one; a refused one is not. */
async function fetchOne(
  ports: FetchSummariesPorts,
  claim: SummaryClaim,
  deadline: number,
  found: Found,
): Promise<string | null> {
  const { buyerId } = claim;
  const askAgainAt = (): number => {
    const pause = Math.min(firstPauseMs * 2 ** (claim.asks - 1), longestPauseMs);
    return ports.clock.now() + Math.round(pause * (0.75 + ports.random() / 4));
  };
  try {
    const fetched = await getSummary(ports.api, buyerId, deadline);
    if (fetched.result === 'refused') {
      // No digest waits for it. It is not stored as `none`, which is remembered for a day: the token may be fixed
      // soon.
      await ports.ledger.summaries.settle(claim, { result: 'given-up' }, ports.clock.now());
      ports.observe({ kind: 'summary-failed', buyerId, problem: fetched.problem });
      await askToCompose(ports);
      return fetched.problem;
    }
    const answer: SummaryAnswer =
      fetched.result === 'pending' ? { result: 'pending', askAgainAt: askAgainAt() } : fetched;
    await ports.ledger.summaries.settle(claim, answer, ports.clock.now());
    found[fetched.result].push(buyerId);
    ports.observe({ kind: 'summary-fetched', buyerId, result: fetched.result });
    if (fetched.result !== 'pending') await askToCompose(ports);
    return null;
  } catch (error) {
    const problem = upstreamProblem(error);
    // A retry before the end of the pause would fail again, once a minute for each summary.
    const notBefore = error instanceof UpstreamPausedError ? error.until : 0;
    const answer = { result: 'pending', askAgainAt: Math.max(askAgainAt(), notBefore) } as const;
    await ports.ledger.summaries.settle(claim, answer, ports.clock.now());
    ports.observe({ kind: 'summary-failed', buyerId, problem });
    return problem;
  }
}
