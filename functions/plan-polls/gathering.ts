import { isTokenRejection } from '../../shared/domain/errors.ts';
import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import type { Look, LookProblem } from './look-at-rows.ts';
import type { FailedBridge, PlanPollsPorts } from './ports.ts';

/** What the bridges say about who is watched and who is due. */
export interface Gathered {
  /** Everyone who is watched. */
  readonly buyers: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** Not to be polled for the first time yet: a bridge that can't be looked at may show them as newcomers. */
  readonly heldBack: ReadonlySet<string>;
  readonly marks: readonly BridgeMark[];
  readonly failed: readonly FailedBridge[];
  /** Why the rows don't tell who is due; null when they do. */
  readonly everyone: string | null;
  /** Upstream was paused on the way. */
  readonly paused: string | null;
}

const problemWords: Readonly<Record<LookProblem, (bridgeId: string) => string>> = {
  'first-look': (id) => `the rows of bridge ${id} are looked at for the first time`,
  unsorted: (id) => `the rows of bridge ${id} do not tell what changed`,
  failed: (id) => `the newest rows of bridge ${id} could not be read`,
  'too-many': (id) => `more rows of bridge ${id} changed than are read`,
};

export interface Attempt {
  readonly isDone: boolean;
  /** Why every later call would meet a pause, too; null when upstream may be called. */
  readonly paused: string | null;
}

/** Collects what the bridges say, and what failed of them. */
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

    /** Tells what failed of a bridge, as `work` answers it or throws it. Throws what is no fault of upstream's. */
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
