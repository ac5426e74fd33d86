import { isTokenRejection } from '../../shared/domain/errors.ts';
import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import type { Look, LookProblem } from './look-at-rows.ts';
import type { FailedBridge, TickPorts } from './ports.ts';
import { pauseProblem } from './probe-upstream.ts';

/** What the rows of the bridges say. */
export interface Gathered {
  readonly named: ReadonlySet<string>;
  /** Those of them that are in the roster of a watched bridge for certain. */
  readonly met: ReadonlySet<string>;
  /** Watched bridges whose newest rows could not be read. */
  readonly unseen: ReadonlySet<string>;
  /** What is known of the watched bridges. */
  readonly rosters: ReadonlyMap<string, Roster>;
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
export function createGathering(ports: TickPorts, slot: string, rosters: ReadonlyMap<string, Roster>) {
  const named = new Set<string>();
  const met = new Set<string>();
  const unseen = new Set<string>();
  const marks: BridgeMark[] = [];
  const failed: FailedBridge[] = [];
  let everyone: string | null = null;
  return {
    /** `isWatched`: the bridge has a roster, and the buyers of the look are in it. */
    take(look: Look, isWatched: boolean): void {
      for (const buyerId of look.named) {
        named.add(buyerId);
        if (isWatched) met.add(buyerId);
      }
      if (isWatched && look.problem === 'failed') unseen.add(look.mark.bridgeId);
      marks.push(look.mark);
      if (look.problem !== null) everyone ??= problemWords[look.problem](look.mark.bridgeId);
    },

    /** The newest rows of a watched bridge could not be read. */
    miss(bridgeId: string): void {
      unseen.add(bridgeId);
    },

    /** Reports the failure of a bridge that `work` returns or throws. Rethrows errors that upstream did not cause. */
    async attempt(bridgeId: string, work: () => Promise<unknown>): Promise<Attempt> {
      const error = (await work().catch((thrown: unknown) => thrown)) ?? null;
      if (error === null) return { isDone: true, paused: null };
      const problem = upstreamProblem(error);
      if (problem === null) throw error;
      failed.push({ bridgeId, problem });
      const tokenRejected = isTokenRejection(error);
      ports.observe({ kind: 'plan-failed', slot, bridgeId, problem, tokenRejected });
      everyone ??= `bridge ${bridgeId} could not be read`;
      return { isDone: false, paused: await pauseProblem(ports) };
    },

    gathered(paused: string | null): Gathered {
      return { named, met, unseen, rosters, marks, failed, everyone, paused };
    },
  };
}
