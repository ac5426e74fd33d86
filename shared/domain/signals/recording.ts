import type { RouteVerdict } from '../../../message/routes/explain-routes.ts';
import type { PollTimes } from '../polling/due.ts';
import type { ListingPeriod } from '../polling/window.ts';
import type { Signal, UnreadableSignal } from '../rows/signal.ts';
import type { OutboxEntry } from './outbox.ts';

/** The state of a watched buyer. Times in milliseconds since the epoch. */
export interface BuyerState extends PollTimes {
  readonly buyerId: string;
  /**
   * LIVE once a list that shows something was read completely, or the emptiness of its list is proven; until then its
   * signals are the baseline.
   */
  readonly state: 'BASELINING' | 'LIVE';
  /** When the last complete reading of the whole list began; that of the baseline if a wrong clock wrote it. */
  readonly lastCompleteAt: number | null;
  /**
   * When the scan began that turned it LIVE, or when its list was served if the service's clock says earlier: the signals
   * of that scan are its baseline.
   */
  readonly baselineAt: number | null;
  /**
   * When its list was first empty, by the service's clock if known; null once later lists have shown that it did not lag. A
   * 404 counts, also one that concludes nothing.
   */
  readonly emptySince: number | null;
  /** When the service first denied its list (401, 403, 404), or last refused it; null if the list was shown since. */
  readonly deniedAt: number | null;
  /** When its list was first read incompletely; null if its first scan was complete. */
  readonly baselineSince: number | null;
  /** Of the first page of the last complete reading. */
  readonly fingerprint: string | null;
  /** Of all pages of the last complete reading: every item of a list with the same one is recorded. */
  readonly listHash: string | null;
  /** The number of completed scans: a completion is stored only if no other scan completed in between. */
  readonly ver: number;
}

export interface Listing {
  readonly period: ListingPeriod;
  readonly totalItems: number;
  /** The ids of each page, in the list's order. */
  readonly pages: readonly (readonly string[])[];
}

export interface ScanCompletion {
  readonly startedAt: number;
  /** When the list was served, by the service's clock; absent if unknown. */
  readonly servedAt?: number | undefined;
  /** When the list was empty, by the service's clock if known; absent if it was not. */
  readonly emptyAt?: number | undefined;
  /** Its emptiness is a fact: see `isProvenEmpty`. */
  readonly isProvenEmpty?: boolean | undefined;
  /** The list was empty because the service answered 404. */
  readonly notFound?: true | undefined;
  /**
   * What people see of the buyer: the name that one of its rows has, and how many signals its list counts. Absent keeps
   * what is stored.
   */
  readonly shown?: { readonly name: string | null; readonly listed: number };
  /** `watch.firstRun` as JSON, remembered of the scan that turns the buyer LIVE. */
  readonly firstRun?: string;
  /** null keeps the stored fingerprints. */
  readonly listing: Listing | null;
  /** The next regular poll; null if the list lacks items, which is a failure. */
  readonly dueAt: number | null;
}

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
