import { isoTime } from '../../shared/domain/clock.ts';
import { HttpStatusError, isTokenRejection } from '../../shared/domain/errors.ts';
import {
  afterFailure,
  afterRefusal,
  isDue,
  isRefusalTold,
  isResting,
} from '../../shared/domain/polling/due.ts';
import type { BuyerState } from '../../shared/domain/signals/recording.ts';
import { noteFailed } from './note-troubles.ts';
import type { PollPorts, PollRequest } from './ports.ts';

/** Reports a failed poll, and stores when its buyer is polled again. `isShown`: some of its list was shown. */
export async function failPoll(
  ports: PollPorts,
  buyer: BuyerState,
  request: PollRequest,
  {
    error,
    problem,
    isShown,
  }: { readonly error: unknown; readonly problem: string; readonly isShown: boolean },
): Promise<void> {
  const { ledger, observe, clock } = ports;
  const { buyerId } = buyer;
  const failed = { kind: 'poll-failed', buyerId, problem, tokenRejected: isTokenRejection(error) } as const;
  // If something was shown, the buyer is not refused, only a later page or the Hotness order.
  const isRefused = error instanceof HttpStatusError && error.status === 403 && !isShown;
  if (!isRefused || request.dryRun) {
    observe(failed);
    if (!request.dryRun && !failed.tokenRejected) await noteFailed(ports, buyer, problem);
    return postpone(ports, buyer, request);
  }
  const now = clock.now();
  // A person asked for this try: it does not extend the rest.
  const longer = isResting(buyer, now) ? null : afterRefusal(buyer, now);
  if (longer !== null) await ledger.postponeRefused(buyer, longer);
  const next = longer ?? buyer;
  const isTold = request.evenResting || isRefusalTold(next);
  if (isTold && next.dueAt !== null) observe({ ...failed, nextTryAt: isoTime(next.dueAt) });
}

/** After an incomplete poll. Writes nothing if the buyer is known to fail and due already. */
export async function postpone(
  { ledger, clock, settings }: PollPorts,
  buyer: BuyerState,
  { dryRun }: PollRequest,
  stoodStill = false,
): Promise<void> {
  const now = clock.now();
  const next = afterFailure(buyer, now, stoodStill ? settings.allEveryMs : 0);
  const isKnown = buyer.failingSince !== null && buyer.refusals === 0;
  if (dryRun || (isKnown && next.dueAt <= now && isDue(buyer, now))) return;
  await ledger.postponeFailed(buyer, next);
}
