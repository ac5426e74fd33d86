import type { PollTimes } from './due.ts';
import type { ListingPeriod } from './window.ts';

/** Times in milliseconds since the epoch. */
export interface BuyerState extends PollTimes {
  readonly buyerId: string;
  /** LIVE once a list was read completely, or its emptiness is proven; until then its signals are the baseline. */
  readonly state: 'BASELINING' | 'LIVE';
  /** The start of the last complete reading of the whole list; that of the baseline if a wrong clock wrote it. */
  readonly lastCompleteAt: number | null;
  /** The signals of the scan of this time are its baseline. */
  readonly baselineAt: number | null;
  /** The time of its first empty list, by the service's clock if known; null once it is known that none lagged. */
  readonly emptySince: number | null;
  /** The service first denied its list (401, 403, 404) then, or last refused it; null if the list was shown since. */
  readonly deniedAt: number | null;
  /** The start of the first incomplete reading; null if its first scan was complete. */
  readonly baselineSince: number | null;
  /** A hash of the first page of the last complete reading. */
  readonly fingerprint: string | null;
  /** A hash of all pages of the last complete reading: every item of a list with the same one is recorded. */
  readonly listHash: string | null;
  /** Completed scans, counted: a completion is stored only if no other scan completed in between. */
  readonly ver: number;
}

export interface Listing {
  readonly period: ListingPeriod;
  readonly totalItems: number;
  readonly pages: readonly (readonly string[])[];
}

export interface ScanCompletion {
  readonly startedAt: number;
  /** The service's clock; absent if unknown. */
  readonly servedAt?: number | undefined;
  /** The time of the empty list, by the service's clock if known; absent if it was not empty. */
  readonly emptyAt?: number | undefined;
  /** Its emptiness is a fact: see `isProvenEmpty`. */
  readonly isProvenEmpty?: boolean | undefined;
  /** The list was empty because the service answered 404. */
  readonly notFound?: true | undefined;
  /** Absent keeps what is stored. */
  readonly shown?: { readonly name: string | null; readonly listed: number };
  /** `watch.firstRun` as JSON is remembered with the scan that turns the buyer LIVE. */
  readonly firstRun?: string;
  /** Null keeps the stored fingerprints. */
  readonly listing: Listing | null;
  /** The next regular poll; null if the list lacks items, which is a failure. */
  readonly dueAt: number | null;
}
