import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import type { ReceivedMessage } from '../receiver/received-message.ts';
import type { LineText, Step } from '../words/what-happened/line.ts';

/** What the page says it watches. Never a secret: the whole of it is served to the browser. */
export interface PageDescription {
  /** The API's base URL. */
  readonly api: string;
  readonly destinations: readonly DescribedDestination[];
  readonly buyers?: number;
  readonly bridges?: number;
  /** A duration such as `15 minutes`. */
  readonly every?: string;
}

/** What the page says of a kind of destination. How it draws a digest depends on the digest alone. */
export interface DescribedKind {
  readonly type: DestinationSettings['type'];
  readonly label: string;
  readonly dropsRepeats: boolean;
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
  /** Recorded by the first scan of a buyer, and so not sent. */
  readonly baselineSignals: number;
  readonly digestsDelivered: number;
  readonly attempts: number;
  readonly upstreamRequests: number;
  readonly signaturesVerified: number;
  readonly signaturesRefused: number;
}

/** One step of a signal's way, with what it did last. */
export interface StepState extends Versioned {
  readonly name: Step;
  /** Milliseconds since the epoch; null until it did something. */
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

/** One digest: frozen, attempted and, at the demonstration's receiver, received; in whichever order we hear of it. */
export interface DigestCard extends Versioned {
  /** The digest's id, or a made-up key for a message that names none. */
  readonly key: string;
  readonly digestId: string | null;
  readonly routeId: string | null;
  /** null: not known yet, or a kind of another release. */
  readonly kind: DescribedKind | null;
  /** A report on a period, with no signals in it. */
  readonly heartbeat: boolean;
  readonly part: number | null;
  readonly signals: number | null;
  readonly bytes: number | null;
  readonly at: number;
  readonly attempts: readonly CardAttempt[];
  /** Why it is kept without an attempt; null when it is not. */
  readonly heldBecause: string | null;
  readonly signature: ReceivedMessage['signature'];
  /** How often it arrived. */
  readonly received: number;
  /** What arrived, or else what is sent, as JSON; null until it is known, and for one too large to show. */
  readonly body: unknown;
  readonly bodyOmitted: boolean;
}

export interface Versioned {
  /** The view's version at its last change. */
  readonly version: number;
}

/** All that changed since a version: what one server-sent event carries, and `/state.json` since version 0. */
export interface Changes extends Versioned {
  /** True when the reader has to forget what it had: it comes from nothing, or from another run. */
  readonly fresh: boolean;
  readonly description: PageDescription | null;
  readonly counters: Counters;
  readonly steps: readonly StepState[];
  /** Oldest first. */
  readonly lines: readonly FeedLine[];
  readonly digests: readonly DigestCard[];
}
