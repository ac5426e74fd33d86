import type { PauseReason } from '../../../shared/domain/upstream/breaker.ts';
import type { QueueDepth } from '../../operate/stage/queue-depths.ts';
import type { RouteRow } from '../../words/route-row.ts';

/** Printed by `status --json` under these names; times in ISO 8601. */
export interface StatusReport {
  /** null for the state of this machine. */
  readonly stage: string | null;
  readonly at: string;
  /** Of this machine: the process that runs on the state; null when none does. */
  readonly runner: { readonly pid: number | null } | null;
  /** When a round of polls last began, or was called off since the API is paused. */
  readonly lastTickAt: string | null;
  readonly lastNewSignalAt: string | null;
  readonly buyersKnown: number;
  /** Watched buyers whose list the API refuses, in the order of their ids. */
  readonly buyersRefused: readonly RefusedBuyer[];
  readonly api: {
    /** The request rate that its 429s permit now. */
    readonly callsPerSecond: number;
    /** The API is not called until then; null if it is called. */
    readonly pausedUntil: string | null;
    readonly pauseReason: PauseReason | null;
    /** No summary is requested until then, while everything else continues; null if summaries are requested. */
    readonly summariesPausedUntil: string | null;
  };
  readonly routes: readonly RouteSummary[];
  /** Only of a stage: the queues of one machine end with its process. */
  readonly queues: readonly QueueDepth[] | null;
  /** A sentence for each thing that needs attention, with what to do. */
  readonly needs: readonly string[];
}

export interface RefusedBuyer {
  readonly buyerId: string;
  /** 403: the token may not read it. 404: the API does not know it. */
  readonly status: number;
  readonly since: string;
  readonly nextTryAt: string;
}

export interface RouteSummary extends Omit<RouteRow, 'digests'> {
  readonly digestsWaiting: number;
  /** Kept while the route is disabled. */
  readonly digestsKept: number;
  /** Kept since the config has no route of their kind of destination by that name. */
  readonly digestsMisplaced: number;
  /** Given up: every attempt failed, or the destination refused it for good. */
  readonly digestsDead: number;
}
