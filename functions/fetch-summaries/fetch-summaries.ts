import type { Clock, Random } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import type { BuyerSummary } from '../../shared/domain/digests/digest.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { SummaryAnswer, SummaryClaim } from '../../shared/domain/signals/summary.ts';

/** Fetches the summaries that hot signals wait for. */
export interface FetchSummariesPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observe;
  /** `pending`: being generated upstream; `none`: no bridge tracks the buyer; `refused`: to this token. */
  readonly getSummary: (buyerId: string, deadline: number) => Promise<FetchedSummary>;
  readonly requestSummary: (buyerId: string, now: number, askUntil: number) => Promise<boolean>;
  readonly claimSummary: (buyerId: string, now: number, leaseMs: number) => Promise<SummaryClaim | null>;
  readonly settleSummary: (claim: SummaryClaim, answer: SummaryAnswer, now: number) => Promise<void>;
  /** Has the routes that send immediately composed now. Never fails: the sweep composes them anyway. */
  readonly askToCompose: () => Promise<void>;
  readonly upstreamProblem: (error: unknown) => string | null;
  readonly summaryWaitMs: number;
}

export type FetchedSummary =
  | { readonly result: 'ready'; readonly summary: BuyerSummary }
  | { readonly result: 'pending' }
  | { readonly result: 'none' }
  | { readonly result: 'refused'; readonly problem: string };

export interface FetchSummariesResult {
  readonly ready: readonly string[];
  readonly pending: readonly string[];
  readonly none: readonly string[];
  /** Fetched recently, not wanted, or being fetched by another instance. */
  readonly skipped: readonly string[];
  readonly failed: readonly { readonly buyerId: string; readonly problem: string }[];
}

/** Longer than the client's time for a summary with its retries, so that no two fetches overlap. */
const leaseMs = 200_000;
const firstPauseMs = 10_000;
const longestPauseMs = 60_000;

/** `wanted` first marks each buyer's summary as wanted: for an invoke by hand. */
export async function fetchSummaries(
  ports: FetchSummariesPorts,
  request: { readonly buyerIds: readonly string[]; readonly wanted: boolean; readonly deadline: number },
): Promise<FetchSummariesResult> {
  const found: Record<'ready' | 'pending' | 'none' | 'skipped', string[]> = {
    ready: [],
    pending: [],
    none: [],
    skipped: [],
  };
  const failed: { buyerId: string; problem: string }[] = [];
  await inParallel([...new Set(request.buyerIds)], 4, async (buyerId) => {
    const now = ports.clock.now();
    if (request.wanted) await ports.requestSummary(buyerId, now, now + ports.summaryWaitMs);
    const claim = await ports.claimSummary(buyerId, now, leaseMs);
    if (claim === null) {
      found.skipped.push(buyerId);
      return;
    }
    const problem = await fetchOne(ports, claim, request.deadline, found);
    if (problem !== null) failed.push({ buyerId, problem });
  });
  return { ...found, failed };
}

/** Returns the upstream problem, or null. A failed call is retried like a pending one; a refused one is not. */
async function fetchOne(
  ports: FetchSummariesPorts,
  claim: SummaryClaim,
  deadline: number,
  found: Record<'ready' | 'pending' | 'none', string[]>,
): Promise<string | null> {
  const { buyerId } = claim;
  const askAgainAt = (): number => {
    const pause = Math.min(firstPauseMs * 2 ** (claim.asks - 1), longestPauseMs);
    return ports.clock.now() + Math.round(pause * (0.75 + ports.random() / 4));
  };
  try {
    const fetched = await ports.getSummary(buyerId, deadline);
    if (fetched.result === 'refused') {
      // No digest waits for it. Not stored as `none`, which is remembered for a day: the token may be fixed soon.
      await ports.settleSummary(claim, { result: 'given-up' }, ports.clock.now());
      ports.observe({ kind: 'summary-failed', buyerId, problem: fetched.problem });
      await ports.askToCompose();
      return fetched.problem;
    }
    const answer: SummaryAnswer =
      fetched.result === 'pending' ? { result: 'pending', askAgainAt: askAgainAt() } : fetched;
    await ports.settleSummary(claim, answer, ports.clock.now());
    found[fetched.result].push(buyerId);
    ports.observe({ kind: 'summary-fetched', buyerId, result: fetched.result });
    // Nothing waits for the summary any more.
    if (fetched.result !== 'pending') await ports.askToCompose();
    return null;
  } catch (error) {
    const problem = ports.upstreamProblem(error);
    if (problem === null) throw error;
    // A retry before the end of the pause would fail again, once a minute for each summary.
    const notBefore = error instanceof UpstreamPausedError ? error.until : 0;
    const answer = { result: 'pending', askAgainAt: Math.max(askAgainAt(), notBefore) } as const;
    await ports.settleSummary(claim, answer, ports.clock.now());
    ports.observe({ kind: 'summary-failed', buyerId, problem });
    return problem;
  }
}
