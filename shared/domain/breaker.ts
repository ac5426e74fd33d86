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

/** Tells a token that upstream rejects from one that may not see everything. */
export interface RefusalCount {
  /** The answer to a call whose token had just been read again, or any other. True when the token is rejected. */
  add(answer: { readonly status: number; readonly freshToken: boolean }): boolean;
  clear(): void;
}

/**
 * A 401 is about the token. A 403 may be about one buyer or one bridge, and one of those must not stop all others:
 * only so many in a row, with nothing allowed in between, are about the token.
 */
const refusalsInARow = 5;

export function createRefusalCount(): RefusalCount {
  let inARow = 0;
  return {
    add({ status, freshToken }) {
      if (status < 400 || status === 404) inARow = 0;
      if (!freshToken) return false;
      if (status === 403) inARow += 1;
      return status === 401 || (status === 403 && inARow >= refusalsInARow);
    },
    clear() {
      inARow = 0;
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
