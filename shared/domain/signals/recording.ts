import type { ReadPage } from '../polling/reading.ts';
import type { ListingPeriod } from '../polling/window.ts';
import type { HotReason } from './hotness.ts';
import type { Signal, UnreadableSignal } from './signal.ts';

/** What is known of a watched buyer. Times in milliseconds since the epoch. */
export interface BuyerState {
  readonly buyerId: string;
  /** LIVE after its first accepted deep scan; until then its signals are the baseline. */
  readonly state: 'BASELINING' | 'LIVE';
  /** Where it was written by a wrong clock, the last earlier time that is known. */
  readonly lastCompleteAt: number | null;
  readonly lastDeepAt: number | null;
  /** When the scan began that turned it LIVE: what was there then is its baseline. */
  readonly baselineAt: number | null;
  /** When its first list was empty, by the service's clock; null once later ones have shown that none lagged behind. */
  readonly emptySince: number | null;
  /** When its list was first shown while no first scan of it was complete; null when the first one was. */
  readonly baselineSince: number | null;
  /** Of the last accepted routine scan. */
  readonly fingerprint: string | null;
  /** Counts the completed scans: a completion holds only if nobody completed in between. */
  readonly ver: number;
  /** A scan of it was cut off, and can be gone on with. */
  readonly cutOff?: true;
}

export interface Listing {
  readonly period: ListingPeriod;
  readonly totalItems: number;
  /** The ids of page 1, in the list's order. */
  readonly ids: readonly string[];
}

export interface ScanCompletion {
  readonly startedAt: number;
  readonly deep: boolean;
  /** When the list showed nothing at all, by the service's clock where it says: it may only lag behind. */
  readonly emptyAt?: number;
  /** Of a routine scan; null leaves what is known of the last one. */
  readonly listing: Listing | null;
}

/** A signal that is new to the ledger, and the routes whose outbox it enters in the same transaction. */
export interface NewSignal {
  readonly buyerId: string;
  readonly signalId: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  /** A baseline signal is written down as seen and enters no outbox. */
  readonly baseline: boolean;
  readonly hot: boolean;
  readonly hotnessRank: number | null;
  /** The rules that made it hot; absent where it is not. */
  readonly hotBecause?: readonly HotReason[] | undefined;
  readonly releaseAt: number | null;
  readonly routeIds: readonly string[];
  readonly content: Signal | UnreadableSignal;
}

/** A scan that an invocation's time did not suffice for: what was read of the list, and where the reading goes on. */
export interface CutOffScan {
  readonly mode: string;
  readonly period: string;
  /** Of its first invocation, milliseconds since the epoch. */
  readonly startedAt: number;
  /** How many items its pages passed: the reading goes on behind them. */
  readonly position: number;
  /** How many invocations in a row got no further. */
  readonly stuck: number;
  readonly pages: readonly ReadPage[];
}
