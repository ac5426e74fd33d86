export interface AttemptOutcome {
  /**
   * `delivered`: a 2xx. `retry`: retried at the next time of the schedule. `gone`: the destination wants no more
   * digests (410 and the like): the route is disabled and its digests are kept. `dead`: the destination can't take
   * this digest: it is kept and raises an alarm.
   */
  readonly outcome: 'delivered' | 'retry' | 'gone' | 'dead';
  /** True if the destination may have accepted the digest although no 2xx came back. */
  readonly ambiguous: boolean;
  /** Null without an answer. */
  readonly status: number | null;
  /** The reason is in our words or the destination's own code word; never a response body, a URL or a secret. */
  readonly reason: string;
  /** `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** A 429 with `retryAfterMs`, with `retry`. */
  readonly throttled?: boolean | undefined;
  /** No answer came in time, with `retry`. Such an attempt occupies a sender for the whole timeout. */
  readonly timedOut?: boolean | undefined;
  /** The destination was not called, because the steps before the call took too long; with `retry`. */
  readonly notBegun?: boolean | undefined;
  /** The destination rejected the form, with `dead`: it may still accept the digest's plain form. */
  readonly formRefused?: boolean | undefined;
  /** A reply names the message by it. Only with `delivered`, where the destination has threads and said so. */
  readonly thread?: string | undefined;
  /** The destination does not take the digest as a reply, with `retry`, but may as a message of its own. */
  readonly threadRefused?: boolean | undefined;
}

const htmlPage = 'with an HTML page';

/** A web page is perhaps not the answer of a receiver of digests. */
export function describeHtmlPage(status: number): string {
  return `answered ${status} ${htmlPage}`;
}

export function isHtmlPage(reason: string): boolean {
  return reason.endsWith(htmlPage);
}

const accepted = 'accepted by';

/** The destination posts the message later, and reports no failure then. */
export function describeAccepted(label: string, status: number | null): string {
  return `${accepted} ${label} (${status})`;
}

export function isAccepted(reason: string): boolean {
  return reason.startsWith(accepted);
}

/** `held`, `rewritten` and `unknown` were found instead of an attempt. */
export interface AttemptRecord extends Pick<AttemptOutcome, 'status' | 'reason'> {
  /** Its outcome was stored then, in milliseconds since the epoch. */
  readonly at: number;
  readonly outcome: AttemptOutcome['outcome'] | 'held' | 'rewritten' | 'unknown';
}

/** More attempts are remembered than the schedule has. */
export const mostAttemptsKept = 20;
