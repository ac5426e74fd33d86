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
 * Calls that share a limiter and a breaker. Summaries and ranks come on top of what is recorded, and a service may treat
 * them apart from all else: what becomes of them neither slows nor stops the reading of lists, and the reverse.
 */
export type Lane = 'lists' | 'ranks' | 'summaries';

export const lanes: readonly Lane[] = ['lists', 'ranks', 'summaries'];

/** `optional`: a list in the Hotness order, without which signals are recorded all the same. */
export function laneOf({
  operation,
  optional = false,
}: {
  readonly operation: string;
  readonly optional?: boolean | undefined;
}): Lane {
  if (operation === 'getBuyerSummary') return 'summaries';
  return optional ? 'ranks' : 'lists';
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
