import type { DelayableSignal } from './delay.ts';

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
