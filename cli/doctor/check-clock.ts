import type { Fetch } from '../../shared/bridge-api/index.ts';
import { counted } from '../../shared/domain/counted.ts';
import { type CheckResult, failed, ok } from './check.ts';

/** The limit is an alarm's: AWS refuses requests that are five minutes off, and so do receivers of webhooks. */
const mostMs = 60_000;

/** Compares this machine's clock with the `Date` of each answer that `fetch` gets. */
export function watchClock(fetch: Fetch, now: () => number) {
  let aheadMs: number | null = null;
  return {
    async fetch(...request: Parameters<Fetch>) {
      const sentAt = now();
      const answer = await fetch(...request);
      // The header has whole seconds, and is written somewhere between the two.
      const servedAt = Date.parse(answer.headers.get('date') ?? '') + 500;
      if (!Number.isNaN(servedAt)) aheadMs = (sentAt + now()) / 2 - servedAt;
      return answer;
    },
    async check(): Promise<CheckResult> {
      if (aheadMs === null) return ok('not compared: no answer of the API said its time');
      const off = Math.abs(aheadMs);
      if (off <= mostMs) return ok('it agrees with that of the API');
      return failed(
        `this machine's clock is ${counted(Math.floor(off / 60_000), 'minute')} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the API`,
        'set it by a time server: digests would come at the wrong time, and receivers of webhooks refuse their signatures',
      );
    },
  };
}
