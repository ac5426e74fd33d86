import type { MutableSignal } from './mute.ts';

/** A route that the ledger has stored anything for, even if it was removed from the config. */
export interface RegisteredRoute {
  readonly routeId: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
}

/** How much a route still owes. */
export interface PendingCounts {
  readonly routeId: string;
  /** Signals in its outbox. */
  readonly signalsWaiting: number;
  /** Signals held back from a flood. */
  readonly signalsHeld: number;
  /** Digests neither delivered nor discarded. */
  readonly digests: number;
}

/** What decides how long an outbox entry waits. Times in milliseconds since the epoch. */
export interface WaitingEntry extends MutableSignal {
  readonly hot: boolean;
  /** When it entered this outbox. */
  readonly enteredAt: number;
  /** The latest time to wait for a summary. */
  readonly releaseAt: number | null;
}
