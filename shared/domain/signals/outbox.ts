import type { Signal } from '../rows/signal.ts';
import type { HotReason } from './hotness.ts';
import type { BuyerSummary } from './summary.ts';

/** A recorded signal that waits for one route, with everything its digest needs. */
export interface OutboxEntry {
  readonly routeId: string;
  /** Its key in the outbox, which freezing a digest deletes. */
  readonly key: string;
  readonly buyerId: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  /** When it entered this outbox, later than `firstSeenAt` if it was released. @default firstSeenAt */
  readonly enteredAt?: number | undefined;
  /** The latest time until which it waits, a hot signal for its buyer's summary; null: does not wait. */
  readonly releaseAt: number | null;
  readonly hot: boolean;
  /** Recorded while its hotness was unknown: `hot` is false then. */
  readonly hotUnknown?: boolean | undefined;
  readonly hotnessRank: number | null;
  /** The rules that made it hot; absent where it is not, and where an earlier version recorded it. */
  readonly hotBecause?: readonly HotReason[] | undefined;
  /** Held back from a flood once, and resent by hand: no flood rule counts it again. */
  readonly released?: boolean | undefined;
  /** The ledger can't read its stored content: it is counted as unreadable and raises an alarm. */
  readonly damaged?: boolean | undefined;
  /** null for an unreadable item, which is only counted. */
  readonly signal: Signal | null;
}

/** The state of a buyer's summary in the ledger. `wanted`: requested, or being generated upstream. */
export interface KnownSummary {
  readonly state: 'wanted' | 'ready' | 'none' | 'given-up';
  readonly summary: BuyerSummary | null;
}

/**
 * Whether waiting for the summary is over: a refused summary is requested again only with the buyer's next hot signal.
 */
export function isDecided(summary: KnownSummary | undefined): summary is KnownSummary {
  return summary !== undefined && summary.state !== 'wanted';
}
