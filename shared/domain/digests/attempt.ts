/** The outcome of one HTTP call that tried to deliver a digest. */
export interface AttemptOutcome {
  /**
   * `delivered`: a 2xx. `retry`: retried at the next time of the schedule. `gone`: the destination wants no more
   * digests (410 and the like): the route is disabled and its digests are kept. `dead`: the destination can't take
   * this digest: it is kept and raises an alarm.
   */
  readonly outcome: 'delivered' | 'retry' | 'gone' | 'dead';
  /** True if the destination may have accepted the digest although no 2xx came back. */
  readonly ambiguous: boolean;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** In our words or the destination's own code word; never a response body, a URL or a secret. */
  readonly reason: string;
  /** From `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** With `retry`: a 429 with `retryAfterMs`. */
  readonly throttled?: boolean | undefined;
  /** With `retry`: no answer came in time. Such an attempt occupies a sender for the whole timeout. */
  readonly timedOut?: boolean | undefined;
  /** With `retry`: the destination was not called, because the steps before the call took too long. */
  readonly notBegun?: boolean | undefined;
  /** With `dead`: the destination rejected the form, so it may still accept the digest's plain form. */
  readonly formRefused?: boolean | undefined;
  /** With `delivered`: by what a reply to the message names it, where the destination has threads and said so. */
  readonly thread?: string | undefined;
  /** With `retry`: it does not take the digest as a reply, but may as a message of its own. */
  readonly threadRefused?: boolean | undefined;
}

const htmlPage = 'with an HTML page';

/** The reason of a delivery that was answered with a web page, so perhaps not by a receiver of digests. */
export function describeHtmlPage(status: number): string {
  return `answered ${status} ${htmlPage}`;
}

export function isHtmlPage(reason: string): boolean {
  return reason.endsWith(htmlPage);
}

const accepted = 'accepted by';

/** The reason of a delivery to a destination that posts a message later, and reports no failure then. */
export function describeAccepted(label: string, status: number | null): string {
  return `${accepted} ${label} (${status})`;
}

export function isAccepted(reason: string): boolean {
  return reason.startsWith(accepted);
}

/** An attempt to deliver a digest, or what was found instead of one. */
export interface AttemptRecord extends Pick<AttemptOutcome, 'status' | 'reason'> {
  /** When its outcome was stored, in milliseconds since the epoch. */
  readonly at: number;
  readonly outcome: AttemptOutcome['outcome'] | 'held' | 'rewritten' | 'unknown';
}

/** Of the attempts of a digest, so many are remembered: more than its schedule has. */
export const mostAttemptsKept = 20;
