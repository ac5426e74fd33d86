import type { DelayableSignal } from './delay.ts';

export interface PendingCounts {
  readonly routeId: string;
  readonly signalsWaiting: number;
  readonly signalsHeld: number;
  readonly digests: number;
}

export interface WaitingEntry extends DelayableSignal {
  readonly enteredAt: number;
}
