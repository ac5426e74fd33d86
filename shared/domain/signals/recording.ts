import type { ListingPeriod } from '../polling/window.ts';
import type { RouteVerdict } from '../routes/verdict.ts';
import type { Signal, UnreadableSignal } from '../rows/signal.ts';
import type { OutboxEntry } from './outbox.ts';

/** A signal that is new to the ledger, and the routes whose outbox it enters in the same transaction. */
export interface NewSignal
  extends Pick<
    OutboxEntry,
    'buyerId' | 'firstSeenAt' | 'hot' | 'hotUnknown' | 'hotnessRank' | 'hotBecause' | 'releaseAt'
  > {
  readonly signalId: string;
  /** A baseline signal is recorded as seen and enters no outbox. */
  readonly baseline: boolean;
  /** It is a baseline signal because the config leaves its bridge out. */
  readonly leftOut?: boolean | undefined;
  /** The `watch.firstRun`, as JSON, that made it a baseline signal. */
  readonly firstRun?: string | undefined;
  readonly routeIds: readonly string[];
  /** Of each route of the config; none for a baseline signal. */
  readonly verdicts: readonly RouteVerdict[];
  /** Absent if it is known of each route whether it takes the signal. */
  readonly awaited?: Awaited | undefined;
  readonly content: Signal | UnreadableSignal;
}

/** Values that upstream is still computing, and that decide whether further routes take a signal. */
export interface Awaited {
  /** The columns that are being computed, by display name. */
  readonly unsettled: readonly string[];
  /** From then on, what is unknown counts as a match. */
  readonly until: number;
  /** The list that showed the signal. */
  readonly period: ListingPeriod;
  /** The Hotness order could not be read: no column alone makes it known that the signal is not hot. */
  readonly rankUnknown: boolean;
}

/** A signal that waits for values, as the ledger stores it. */
export interface AwaitedSignal
  extends Awaited,
    Pick<OutboxEntry, 'buyerId' | 'firstSeenAt' | 'hot' | 'hotnessRank' | 'hotBecause' | 'signal'> {
  readonly signalId: string;
  /** The routes that have it already. */
  readonly routeIds: readonly string[];
}

/** When the values that a buyer's signals wait for are read again. */
export interface ValueWait {
  readonly buyerId: string;
  readonly dueAt: number;
  /** The end of the longest wait. */
  readonly until: number;
}
