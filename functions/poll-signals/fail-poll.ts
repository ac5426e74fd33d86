import { isoTime } from '../../shared/domain/clock.ts';
import { HttpStatusError } from '../../shared/domain/errors.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import {
  afterFailure,
  afterRefusal,
  isDue,
  isRefusalTold,
  isResting,
} from '../../shared/domain/polling/due.ts';
import { isConcluded } from '../../shared/domain/upstream/service.ts';
import type { PollPorts, PollRequest } from './ports.ts';

/**
 * Reports a failed poll, and stores when its buyer is polled again. `isShown`: some of its list was shown. A denial (401,
 * 403, 404) concludes nothing when it comes: the next one does, if the service shows other lists in between.
 */
export async function failPoll(
  ports: PollPorts,
  buyer: BuyerState,
  request: PollRequest,
  failure: { readonly error: unknown; readonly problem: string; readonly isShown: boolean },
): Promise<void> {
  const { error, problem, isShown } = failure;
  const { ledger, observe, clock } = ports;
  const { buyerId } = buyer;
  const failed = { kind: 'poll-failed', buyerId, problem } as const;
  const trouble = { routeId: null, kind: 'poll-failed', about: `buyer ${buyerId}`, problem } as const;
  const now = clock.now();
  const isDenied = error instanceof HttpStatusError && [401, 403, 404].includes(error.status) && !isShown;
  if (!isDenied || request.dryRun || request.urgent) {
    observe(failed);
    if (!request.dryRun) await ledger.troubles.note(trouble);
    return postpone(ports, buyer, request, { isShown });
  }
  if (error.status === 401) await ports.askOthers(buyer, request.deadline);
  const lists = await ledger.upstream.read('lists');
  const shownAt = Math.max(lists.shownAt, ports.shown()?.shownAt ?? 0);
  // A buyer that rests was refused before. This try was by hand, or since the service is back.
  const isRefused = error.status !== 404 && (isResting(buyer, now) || isConcluded(buyer, { shownAt }));
  if (!isRefused) {
    observe({ kind: 'poll-undecided', buyerId, problem });
    await ledger.troubles.note(trouble);
    const isEmptied = error.status === 404 && buyer.state === 'BASELINING' && buyer.baselineSince === null;
    const denial = {
      deniedAt: buyer.deniedAt ?? now,
      // The clock that dates the rows counts: what comes while this one is wrong is news once it is set right.
      ...(isEmptied ? { emptySince: buyer.emptySince ?? error.servedAt ?? now } : {}),
    };
    const next = buyer.refusals > 0 ? afterRefusal(buyer, now, false) : afterFailure(buyer, now);
    return ledger.buyers.postpone(buyer, next, { denial });
  }
  // Such a try does not extend the rest, and only the person who asked for it is told again.
  const longer = isResting(buyer, now) ? null : afterRefusal(buyer, now);
  if (longer !== null) await ledger.buyers.postpone(buyer, longer, { denial: { deniedAt: now } });
  const { dueAt } = longer ?? buyer;
  const isTold = request.byHand || (longer !== null && isRefusalTold(longer));
  if (isTold && dueAt !== null) observe({ ...failed, nextTryAt: isoTime(dueAt) });
}

/** After an incomplete poll. Writes nothing if the buyer is known to fail and due already. */
export async function postpone(
  { ledger, clock, settings }: PollPorts,
  buyer: BuyerState,
  { dryRun }: PollRequest,
  { stoodStill = false, isShown = false }: { readonly stoodStill?: boolean; readonly isShown?: boolean },
): Promise<void> {
  const now = clock.now();
  const next = afterFailure(buyer, now, stoodStill ? settings.allEveryMs : 0);
  const isKnown =
    buyer.failingSince !== null && buyer.refusals === 0 && (buyer.deniedAt === null || !isShown);
  if (dryRun || (isKnown && next.dueAt <= now && isDue(buyer, now))) return;
  await ledger.buyers.postpone(buyer, next, { isShown });
}
