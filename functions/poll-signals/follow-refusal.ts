import { isoTime } from '../../shared/domain/clock.ts';
import { isTokenRejection } from '../../shared/domain/errors.ts';
import { afterRefusal, nextTryAt, type Refusal, refusedStatus } from '../../shared/domain/polling/refusal.ts';
import type { PollPorts, PollRequest } from './ports.ts';

/** Follows whether one buyer's list is refused, and lets the buyer rest while it is. */
export interface RefusalFollower {
  readonly signalPages: PollPorts['signalPages'];
  /** Reports a failed poll. A refusal lasts until a person changes something, so it is reported once a day. */
  tellFailed(error: unknown, problem: string): Promise<void>;
}

export function followRefusal(
  ports: PollPorts,
  buyerId: string,
  before: Refusal | null,
  { dryRun, evenResting = false }: Pick<PollRequest, 'dryRun' | 'evenResting'>,
): RefusalFollower {
  const { ledger, observe, clock } = ports;
  let isAllowed = false;
  return {
    async *signalPages(query, deadline) {
      for await (const page of ports.signalPages(query, deadline)) {
        if (!isAllowed && before !== null && !dryRun) await ledger.saveRefusal(buyerId, null);
        isAllowed = true;
        yield page;
      }
    },
    async tellFailed(error, problem) {
      const failed = {
        kind: 'poll-failed',
        buyerId,
        problem,
        tokenRejected: isTokenRejection(error),
      } as const;
      // If a page was shown, the buyer is not refused, only a later page or the Hotness order.
      const status = isAllowed ? null : refusedStatus(error);
      if (status === null || dryRun) return observe(failed);
      const { refusal, isTold } = afterRefusal(before, { status, sooner: evenResting }, clock.now());
      await ledger.saveRefusal(buyerId, refusal);
      if (isTold) observe({ ...failed, nextTryAt: isoTime(nextTryAt(refusal)) });
    },
  };
}
