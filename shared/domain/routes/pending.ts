/** A route that something was ever written down for, whether or not the config still has it. */
export interface RegisteredRoute {
  readonly routeId: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  /** Changes each time that a digest is kept because the route can't take it; null when that never happened. */
  readonly misplaced: string | null;
  /** `misplaced` and the kind of destination, as they were when somebody last looked after what was kept. */
  readonly looked: string | null;
  /** When an operator last resumed it, milliseconds since the epoch; null when nobody ever did. */
  readonly resumedAt: number | null;
  /** The resume whose kept digests the sweep has made due. */
  readonly releasedAt: number | null;
}

/** How much a route still owes. */
export interface PendingCounts {
  readonly routeId: string;
  /** In its outbox. */
  readonly signalsWaiting: number;
  /** Kept back from a flood. */
  readonly signalsHeld: number;
  /** Frozen and neither delivered nor discarded, those handed over to it included. */
  readonly digests: number;
}

/** What an outbox entry waits for, as times in milliseconds since the epoch. */
export interface WaitingTimes {
  /** When it came into this outbox. */
  readonly enteredAt: number;
  /** It may wait for a summary until then. */
  readonly releaseAt: number | null;
}

/**
 * A slot that left entries behind: they still waited for a summary, or it was missed, since its route was disabled then
 * or composing it failed. The sweep composes it once more.
 */
export interface LateSlot {
  readonly routeId: string;
  /** ISO 8601. */
  readonly slot: string;
}
