import type { PollTimes } from './due.ts';
import type { ListingPeriod } from './window.ts';

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
