import type { DelayableSignal } from './delay.ts';

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
  /** Signals held over the flood limit. */
  readonly signalsHeld: number;
  /** Digests neither delivered nor discarded. */
  readonly digests: number;
}

/** An outbox entry without its content. */
export interface WaitingEntry extends DelayableSignal {
  /** When it entered this outbox. */
  readonly enteredAt: number;
}
