import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import { afterAsking, isShownAgain, unshownSince } from '../../shared/domain/upstream/service.ts';
import type { UpstreamState } from '../../shared/ledger/upstream/upstream-item.ts';
import { askControl } from '../ask-control.ts';
import type { TickPorts } from './ports.ts';

/** A failing buyer alone is no outage: the control list is asked for. A dry run asks for nothing. */
export async function probeUpstream(ports: TickPorts, { dryRun }: { readonly dryRun: boolean }) {
  const { ledger, clock, deadline } = ports;
  const now = clock.now();
  const [lists, news] = [await ledger.upstream.read('lists'), await ledger.polls.readNews(now)];
  const state = (paused: string | null, shownAt = lists.shownAt) => ({
    /** Null if upstream may be called. */
    paused,
    /** One tick without a list may have asked a failing buyer alone. */
    isBack: isShownAgain(news, { shownAt }),
    news,
    /** The count if the tick asks for lists. A pause asks as well, and none is shown. */
    asked: afterAsking(news, { shownAt }, now),
  });
  if (dryRun) return state(null);
  const paused = describePause(lists, now);
  if (paused !== null) return state(paused);
  const isDoubted = unshownSince(news, lists) !== null;
  if (!isDoubted && lists.pauseReason === null) return state(null);
  const buyerIds = await ledger.buyers.listControls(lists.shownBuyer);
  const { isShown, failure } = await askControl(ports, { buyerIds, doubted: 'all' }, deadline);
  if (isShown) return state(null, now);
  if (failure) await ledger.troubles.note({ routeId: null, kind: 'poll-failed', ...failure });
  const pause = await pauseProblem(ports);
  return state(pause && [pause, failure?.problem ?? []].flat().join('; '));
}

/** Null if upstream may be called. */
export async function pauseProblem({ ledger, clock }: TickPorts): Promise<string | null> {
  return describePause(await ledger.upstream.read('lists'), clock.now());
}

function describePause(
  { pauseReason, pausedUntil }: Pick<UpstreamState, 'pauseReason' | 'pausedUntil'>,
  now: number,
): string | null {
  if (pauseReason === null || pausedUntil <= now) return null;
  return new UpstreamPausedError(pauseReason, pausedUntil).message;
}
