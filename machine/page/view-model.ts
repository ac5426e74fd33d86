import type { LineText, Step } from '../../cli/words/what-happened/line.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import type { ReceivedMessage } from '../receiver/received-message.ts';

/** The page's header. Never contains a secret: all of it is sent to the browser. */
export interface PageDescription {
  /** The API's base URL. */
  readonly api: string;
  readonly destinations: readonly DescribedDestination[];
  readonly buyers?: number;
  readonly bridges?: number;
  /** A duration such as `15 minutes`. */
  readonly every?: string;
}

/** A kind of destination, in the page's words. How a digest is drawn depends only on the digest. */
export interface DescribedKind {
  readonly type: DestinationSettings['type'];
  readonly label: string;
  readonly dropsRepeats: boolean;
  readonly successMeans: 'delivered' | 'accepted';
}

export interface DescribedDestination {
  readonly routeId: string;
  readonly kind: DescribedKind;
  readonly when: Route['when'];
}

export interface Counters {
  readonly buyersPolled: number;
  readonly newSignals: number;
  readonly hotSignals: number;
  /** Recorded by the first scan of a buyer, and therefore not sent. */
  readonly baselineSignals: number;
  readonly digestsDelivered: number;
  readonly attempts: number;
  readonly upstreamRequests: number;
  readonly signaturesVerified: number;
  readonly signaturesRefused: number;
}

/** One step of the pipeline, with its latest event. */
export interface StepState extends Versioned {
  readonly name: Step;
  /** Milliseconds since the epoch; null before its first event. */
  readonly at: number | null;
  readonly fact: string | null;
  readonly trouble: boolean;
}

/** One line of the feed. A folded line is written again under its key as more happens. */
export interface FeedLine extends LineText, Versioned {
  readonly key: number;
  readonly at: number;
  readonly step: Step;
}

export interface CardAttempt {
  readonly attempt: number;
  readonly at: number;
  readonly outcome: AttemptOutcome['outcome'];
  readonly status: number | null;
  readonly reason: string;
  readonly ambiguous: boolean;
  readonly nextAttemptAt: string | null;
}

/** One digest: created, attempted and, in the demo, received. These events may arrive in any order. */
export interface DigestCard extends Versioned {
  /** The digest's id, or a made-up key for a message that names none. */
  readonly key: string;
  readonly digestId: string | null;
  readonly routeId: string | null;
  /** null if it is not known yet, or if another version of Signalpost wrote it. */
  readonly kind: DescribedKind | null;
  /** A report on a period, with no signals in it. */
  readonly heartbeat: boolean;
  readonly part: number | null;
  readonly signals: number | null;
  readonly bytes: number | null;
  readonly at: number;
  readonly attempts: readonly CardAttempt[];
  /** Why it is kept without an attempt; null if it is not. */
  readonly heldBecause: string | null;
  readonly signature: ReceivedMessage['signature'];
  /** How often it arrived. */
  readonly received: number;
  /**
   * The body that arrived, or else the body that is sent, as JSON; null until it is known, or if it is too large to
   * show.
   */
  readonly body: unknown;
  readonly bodyOmitted: boolean;
}

export interface Versioned {
  /** The view's version at its last change. */
  readonly version: number;
}

/** All changes since a version: the content of one server-sent event, and of `/state.json` since version 0. */
export interface Changes extends Versioned {
  /** True if the browser must discard what it had: it is new, or the program was restarted. */
  readonly fresh: boolean;
  readonly description: PageDescription | null;
  readonly counters: Counters;
  readonly steps: readonly StepState[];
  /** Oldest first. */
  readonly lines: readonly FeedLine[];
  readonly digests: readonly DigestCard[];
}
