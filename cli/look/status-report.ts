import type { PauseReason } from '../../shared/domain/upstream/breaker.ts';
import type { QueueDepth } from '../aws/queue-depths.ts';
import type { RouteRow } from '../words/route-row.ts';

/** Printed by `status --json` under these names; times in ISO 8601. */
export interface StatusReport {
  /** null for the state of this machine. */
  readonly stage: string | null;
  readonly at: string;
  /** On this machine: the process that runs on the state; null if none does. */
  readonly runner: { readonly pid: number | null } | null;
  /** When the last round of polls began, or was skipped because the API is paused. */
  readonly lastTickAt: string | null;
  readonly lastNewSignalAt: string | null;
  readonly buyersKnown: number;
  /** Watched buyers whose list the API refuses, in the order of their ids. */
  readonly buyersRefused: readonly RefusedBuyer[];
  readonly api: {
    /** The request rate that its 429s permit now. */
    readonly callsPerSecond: number;
    /** Polling is paused until then; null if it is not paused. */
    readonly pausedUntil: string | null;
    readonly pauseReason: PauseReason | null;
    /** No summary is requested until then, while everything else continues; null if summaries are requested. */
    readonly summariesPausedUntil: string | null;
  };
  readonly routes: readonly RouteSummary[];
  /** null on one machine, where the queues end with the process. */
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
  /** Kept because the config's route of that name has another kind of destination. */
  readonly digestsMisplaced: number;
  /** Given up: every attempt failed, or the destination rejected it permanently. */
  readonly digestsDead: number;
}
