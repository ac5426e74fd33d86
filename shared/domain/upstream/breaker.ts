import type { Lane } from '../lane.ts';

const windowSeconds = 60;
const fewestCalls = 20;

/** Calls are counted by the second: a list of them would be searched at each of the thousands of calls of a minute. */
export function createCallWindow() {
  const seconds = new Map<number, { calls: number; failed: number }>();
  return {
    /** True when more than half of the last minute's calls failed, out of at least twenty. */
    add({ at, failed }: { readonly at: number; readonly failed: boolean }): boolean {
      const second = Math.floor(at / 1000);
      const own = seconds.get(second) ?? { calls: 0, failed: 0 };
      seconds.set(second, own);
      own.calls += 1;
      if (failed) own.failed += 1;
      let [calls, failures] = [0, 0];
      for (const [began, count] of seconds) {
        // Once the clock is set back, earlier calls lie in the future.
        if (Math.abs(second - began) >= windowSeconds) seconds.delete(began);
        else [calls, failures] = [calls + count.calls, failures + count.failed];
      }
      return calls >= fewestCalls && failures * 2 > calls;
    },
    clear: (): void => seconds.clear(),
  };
}

/** No answer and 5xx are failures of the service. A 404 or another 4xx is an answer; the limiter handles a 429. */
export function isServiceFailure(status: number | null): boolean {
  return status === null || status >= 500;
}

/** `lane`: the lane of a list without which signals are recorded, too. */
export function laneOf(operation: string, lane: Lane | undefined): Lane {
  if (operation === 'getBuyerSummary') return 'summaries';
  return lane ?? (operation === 'listColumnMetadata' ? 'columns' : 'lists');
}

export type PauseReason = 'failing' | 'rejected';

const firstPauseMs = 30_000;
const longestPauseMs = 5 * 60_000;
/** Only a person can replace a token: more frequent calls learn nothing. */
const rejectedPauseMs = 5 * 60_000;

export function pauseMs(reason: PauseReason, pausesBefore: number): number {
  if (reason === 'rejected') return rejectedPauseMs;
  return Math.min(firstPauseMs * 2 ** pausesBefore, longestPauseMs);
}
