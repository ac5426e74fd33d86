import type { Signal } from '../rows/signal.ts';

/** `unknown`: no list of its buyer shows the row, or several do, or they can't be read. */
export type Became = (typeof knownFates)[number] | 'unknown';
export const knownFates = ['new', 'acted', 'saved', 'not-interested'] as const;

/** A message of the summary queue. */
export interface LookUpRequest {
  readonly buyerId: string;
  readonly signalIds: readonly string[];
  /** The time of the report that asks, milliseconds since the epoch: an answer from before it is asked for again. */
  readonly askedAt: number;
}

export interface LookedUp {
  readonly became: Became;
  readonly signal: Signal | null;
}
