import type { DelayableSignal } from './delay.ts';

export interface PendingCounts {
  readonly routeId: string;
  readonly signalsWaiting: number;
  readonly signalsHeld: number;
  /** Digests neither delivered nor discarded. */
  readonly digests: number;
}

/** Its content is left out. */
export interface WaitingEntry extends DelayableSignal {
  readonly enteredAt: number;
}
