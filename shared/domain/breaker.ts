/** Watches the last calls, and says when upstream fails so often that calling on is pointless. */
export interface CallWindow {
  /** One finished call. True when more than half of the last minute's calls, twenty at least, have failed. */
  add(call: { readonly at: number; readonly failed: boolean }): boolean;
  clear(): void;
}

const windowMs = 60_000;
const fewestCalls = 20;

export function createCallWindow(): CallWindow {
  let calls: { at: number; failed: boolean }[] = [];
  return {
    add(call) {
      calls = calls.filter(({ at }) => call.at - at < windowMs);
      calls.push(call);
      return calls.length >= fewestCalls && calls.filter(({ failed }) => failed).length * 2 > calls.length;
    },
    clear() {
      calls = [];
    },
  };
}

/** No answer and 5xx are failures of the service. A 404 or another 4xx is an answer; a 429 is the limiter's matter. */
export function isServiceFailure(status: number | null): boolean {
  return status === null || status >= 500;
}

/**
 * Summaries come on top of what is recorded: nothing that becomes of such a call tells whether lists are answered, and
 * none of them may be the one call that decides whether everybody goes on.
 */
export function isForSummary(operation: string): boolean {
  return operation === 'getBuyerSummary';
}

export interface JudgedAnswer {
  readonly operation: string;
  /** The buyer or the bridge that was asked about. */
  readonly subject: string;
  readonly status: number;
  /** The call carried a token that had just been read again. */
  readonly freshToken: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Tells a token that upstream rejects from one that may not see everything. */
export interface RefusalCount {
  /** True when the token is rejected. */
  add(answer: JudgedAnswer): boolean;
  clear(): void;
}

const mostRefused = 5;
/** A message of ten buyers is through by then. One buyer who is refused at each tick is still one buyer. */
const refusedWithinMs = 5 * 60_000;

/**
 * A 401 is about the token. A 403 may be about one buyer, or about the right to one kind of call: only the lists of so
 * many different buyers, refused within minutes and with nothing allowed in between, are about the token. Without rows
 * or summaries everything else goes on; without lists there is nothing to go on with.
 */
export function createRefusalCount(): RefusalCount {
  let refused = new Map<string, number>();
  return {
    add({ operation, subject, status, freshToken, at }) {
      if (status < 400 || status === 404) refused.clear();
      if (!freshToken) return false;
      if (status === 401) return true;
      if (status !== 403 || operation !== 'listBuyerSignals') return false;
      refused.set(subject, at);
      refused = new Map([...refused].filter(([, refusedAt]) => at - refusedAt < refusedWithinMs));
      return refused.size >= mostRefused;
    },
    clear() {
      refused.clear();
    },
  };
}

export type PauseReason = 'failing' | 'rejected';

const firstPauseMs = 30_000;
const longestPauseMs = 5 * 60_000;
/** A token is changed by a person: asking more often finds nothing out. */
const rejectedPauseMs = 5 * 60_000;

/** How long nobody calls, after so many pauses in a row (0 for the first). */
export function pauseMs(reason: PauseReason, pausesBefore: number): number {
  if (reason === 'rejected') return rejectedPauseMs;
  return Math.min(firstPauseMs * 2 ** pausesBefore, longestPauseMs);
}
