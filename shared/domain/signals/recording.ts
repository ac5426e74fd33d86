import type { ListingPeriod } from '../polling/window.ts';
import type { RouteVerdict } from '../routes/verdict.ts';
import type { Signal, UnreadableSignal } from '../rows/signal.ts';
import type { OutboxEntry } from './outbox.ts';

/** It enters the outbox of its routes in the same transaction. */
export interface NewSignal
  extends Pick<
    OutboxEntry,
    'buyerId' | 'firstSeenAt' | 'hot' | 'hotUnknown' | 'hotnessRank' | 'hotBecause' | 'releaseAt'
  > {
  readonly signalId: string;
  /** A baseline signal is recorded as seen and enters no outbox. */
  readonly baseline: boolean;
  /** The config leaves its bridge out, which makes it a baseline signal. */
  readonly leftOut?: boolean | undefined;
  /** The `watch.firstRun`, as JSON, made it a baseline signal. */
  readonly firstRun?: string | undefined;
  readonly routeIds: readonly string[];
  /** One for each route of the config; none for a baseline signal. */
  readonly verdicts: readonly RouteVerdict[];
  /** Absent if it is known of each route whether it takes the signal. */
  readonly awaited?: Awaited | undefined;
  readonly content: Signal | UnreadableSignal;
}

/** Values that upstream is still computing, and that decide whether further routes take a signal. */
export interface Awaited {
  readonly unsettled: readonly string[];
  /** An unknown value counts as a match from then on. */
  readonly until: number;
  readonly period: ListingPeriod;
  /** The Hotness order could not be read: no column alone makes it known that the signal is not hot. */
  readonly rankUnknown: boolean;
}

export interface AwaitedSignal
  extends Awaited,
    Pick<OutboxEntry, 'buyerId' | 'firstSeenAt' | 'hot' | 'hotnessRank' | 'hotBecause' | 'signal'> {
  readonly signalId: string;
  readonly routeIds: readonly string[];
}

export interface ValueWait {
  readonly buyerId: string;
  readonly dueAt: number;
  readonly until: number;
}
