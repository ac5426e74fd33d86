import { isTokenRejection } from '../../shared/domain/errors.ts';
import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import type { Look, LookProblem } from './look-at-rows.ts';
import type { FailedBridge, PlanPollsPorts } from './ports.ts';

/** The watched and the due buyers, gathered from the bridges. */
export interface Gathered {
  /** Every watched buyer. */
  readonly buyers: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** Buyers whose first poll must wait: a bridge that fails now may show them as newcomers. */
  readonly heldBack: ReadonlySet<string>;
  readonly marks: readonly BridgeMark[];
  readonly failed: readonly FailedBridge[];
  /** Why every buyer is due; null if the rows decide. */
  readonly everyone: string | null;
  /** The pause of upstream that ended the gathering; null for none. */
  readonly paused: string | null;
}

const problemWords: Readonly<Record<LookProblem, (bridgeId: string) => string>> = {
  'first-look': (id) => `the rows of bridge ${id} are read for the first time`,
  unsorted: (id) => `the rows of bridge ${id} are not sorted by last change`,
  failed: (id) => `the newest rows of bridge ${id} could not be read`,
  'too-many': (id) => `too many rows of bridge ${id} changed to read them all`,
};

export interface Attempt {
  readonly isDone: boolean;
  /** Why upstream is paused; null if it may be called. */
  readonly paused: string | null;
}

/** Collects the results and the failures of the bridges. */
export function createGathering(ports: PlanPollsPorts, slot: string) {
  const excepted = new Set(ports.watch.except?.buyers);
  const buyers = new Set<string>();
  const named = new Set<string>();
  const marks: BridgeMark[] = [];
  const failed: FailedBridge[] = [];
  let everyone: string | null = null;
  return {
    enrol(buyerIds: Iterable<string>): void {
      for (const buyerId of buyerIds) if (!excepted.has(buyerId)) buyers.add(buyerId);
    },

    take(look: Look): void {
      for (const buyerId of look.named) named.add(buyerId);
      marks.push(look.mark);
      if (look.problem !== null) everyone ??= problemWords[look.problem](look.mark.bridgeId);
    },

    /** Reports the failure of a bridge that `work` returns or throws. Rethrows errors that upstream did not cause. */
    async attempt(bridgeId: string, work: () => Promise<unknown>): Promise<Attempt> {
      const error = (await work().catch((thrown: unknown) => thrown)) ?? null;
      if (error === null) return { isDone: true, paused: null };
      const problem = ports.upstreamProblem(error);
      if (problem === null) throw error;
      failed.push({ bridgeId, problem });
      const tokenRejected = isTokenRejection(error);
      ports.observe({ kind: 'plan-failed', slot, bridgeId, problem, tokenRejected });
      everyone ??= `bridge ${bridgeId} could not be read`;
      return { isDone: false, paused: await ports.pauseProblem() };
    },

    gathered(paused: string | null, heldBack: ReadonlySet<string> = new Set()): Gathered {
      return { buyers, named, heldBack, marks, failed, everyone, paused };
    },
  };
}
