import type { Signal } from '../rows/signal.ts';
import type { HotReason } from './hotness.ts';
import type { BuyerSummary } from './summary.ts';

/** It has everything that its digest needs. */
export interface OutboxEntry {
  readonly routeId: string;
  /** Freezing a digest deletes this key of the outbox. */
  readonly key: string;
  readonly buyerId: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  /** It entered this outbox then, later than `firstSeenAt` if a person moved it there. @default firstSeenAt */
  readonly enteredAt?: number | undefined;
  /** A hot signal waits until then at the latest for its buyer's summary; null: does not wait. */
  readonly releaseAt: number | null;
  readonly hot: boolean;
  /** Recorded while its hotness was unknown: `hot` is false then. */
  readonly hotUnknown?: boolean | undefined;
  readonly hotnessRank: number | null;
  /** Absent where it is not hot, and where an earlier version recorded it. */
  readonly hotBecause?: readonly HotReason[] | undefined;
  /** It was resent by hand, after a flood held it or from an owner who left: no flood rule counts it. */
  readonly released?: boolean | undefined;
  /** The ledger can't read its stored content: it is counted as unreadable and raises an alarm. */
  readonly damaged?: boolean | undefined;
  /** Null for an unreadable item, which is only counted. */
  readonly signal: Signal | null;
}

/** `wanted`: requested, or being generated upstream. */
export interface KnownSummary {
  readonly state: 'wanted' | 'ready' | 'none' | 'given-up';
  readonly summary: BuyerSummary | null;
  /** The service answered `ready` or `none` then, milliseconds since the epoch. */
  readonly fetchedAt?: number | undefined;
}

/** Waiting for a refused summary is over, too: it is requested again only with the buyer's next hot signal. */
export function isDecided(summary: KnownSummary | undefined): summary is KnownSummary {
  return summary !== undefined && summary.state !== 'wanted';
}
