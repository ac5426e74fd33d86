import type { DigestState } from '../../shared/domain/digests/delivery.ts';
import type { Context, Sentence } from '../../shared/domain/observations/row.ts';
import type { Route } from '../../shared/domain/routes/route.ts';

/** The page's header. Never contains a secret: all of it is sent to the browser. */
export interface PageDescription {
  readonly api: Context['api'];
  readonly routes: readonly DescribedRoute[];
  readonly buyers?: number;
  readonly bridges?: number;
  /** A duration such as `15 minutes`. */
  readonly every?: string;
}

export interface DescribedRoute {
  readonly routeId: string;
  /** Its kind of destination, in a sentence: `Slack`, `webhook`. */
  readonly label: string;
  readonly when: Route['when'];
}

/** The numbers of the pipeline's five steps, since the process started. */
export const shownCounts = [
  'buyersDue',
  'buyersRead',
  'newSignals',
  'hotSignals',
  'digestsFrozen',
  'digestsDelivered',
] as const;

export type ShownCounts = Readonly<Record<(typeof shownCounts)[number], number>>;

/** One line of the activity. It is written again under its key when the same happens again. */
export interface FeedLine {
  readonly key: string;
  readonly at: number;
  readonly tone: Sentence['tone'];
  readonly about: string;
  readonly text: string;
}

/** A digest as the ledger has it. */
export interface DigestCard {
  readonly digestId: string;
  readonly routeId: string;
  /** A report on a period, with no signals in it. */
  readonly heartbeat: boolean;
  readonly part: number;
  readonly signals: number;
  readonly state: DigestState | 'UNKNOWN';
  readonly attempts: number;
  /** Of the last attempt, or why it is kept. */
  readonly reason: string | null;
  /** When the next attempt is due, in milliseconds since the epoch. */
  readonly dueAt: number | null;
  /** The kind of destination; null if another version of Signalpost wrote the digest. */
  readonly label: string | null;
  /** Whether a success means that people see it, or only that the destination took it. */
  readonly successMeans: 'delivered' | 'accepted' | null;
  /** When it was delivered, or else created, in milliseconds since the epoch. */
  readonly at: number;
  /** Parsed, if it is JSON; null if it is too large to show. */
  readonly body: unknown;
}

/** What changed since the reader last read: the content of one server-sent event. `/state.json` has everything. */
export interface Changes {
  /** True if this is everything: the browser must discard what it had. */
  readonly fresh: boolean;
  readonly description: PageDescription | null;
  readonly counts: ShownCounts;
  /** By their last change, the latest last. */
  readonly lines: readonly FeedLine[];
  /** Oldest first. */
  readonly digests: readonly DigestCard[];
}
