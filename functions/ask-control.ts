import type { CallOptions } from '../shared/bridge-api/index.ts';
import { upstreamProblem } from '../shared/domain/describe-error.ts';
import {
  ContractError,
  HttpStatusError,
  NotStartedError,
  UpstreamPausedError,
} from '../shared/domain/errors.ts';
import type { BuyerState } from '../shared/domain/polling/buyer-state.ts';
import { timesAfterUndecided } from '../shared/domain/polling/due.ts';
import { isServiceFailure } from '../shared/domain/upstream/breaker.ts';
import { hasFailedAlone } from '../shared/domain/upstream/service.ts';
import type { FunctionPorts, LedgerPort } from './function-ports.ts';

type Blames = NonNullable<CallOptions['blames']>;
type ControlPorts = Pick<FunctionPorts, 'api' | 'clock' | 'config'> & LedgerPort<'upstream' | 'buyers'>;

/**
 * Asks for one list after the other until one is shown, before the service or the token is blamed. Only the last
 * list's answer speaks for all, and only if all of them failed alike: any list may fail alone. They say nothing of the
 * service if the last polls of all of them failed, nor of the token if that was already so while others were shown.
 * Nor does the only one that is known, if others are watched: while calls are paused, nobody gets to know them.
 * `doubted`: a list that was rejected leaves only the token in doubt.
 */
export async function askControl(
  ports: ControlPorts,
  { buyerIds, doubted }: { readonly buyerIds: readonly string[]; readonly doubted: 'all' | 'token' },
  deadline: number,
) {
  const { api, ledger, clock, config } = ports;
  const { buyers, bridges, except } = config.watch;
  // The config may exclude one since its list was shown.
  const controls = buyerIds.filter((buyerId) => !except?.buyers.includes(buyerId));
  const [lists, states] = await Promise.all([
    ledger.upstream.read('lists'),
    Promise.all(controls.map(ledger.buyers.read)),
  ]);
  const speaksOfToken = states.some((before) => !hasFailedAlone(before, lists));
  const speaksOfService = states.some(({ failingSince }) => failingSince === null);
  let failure: { readonly about: string; readonly problem: string } | null = null;
  // Behind a rejected list, it is the second one.
  const isOneOfMany = bridges.length > 0 || (doubted === 'all' && buyers.length > 1);
  const alone = isOneOfMany ? 'nothing' : 'token';
  const together = speaksOfService ? doubted : 'token';
  let lastBlames: Blames = speaksOfToken ? (controls.length > 1 ? together : alone) : 'nothing';
  for (const [index, before] of states.entries()) {
    const { buyerId } = before;
    const blames = index === states.length - 1 ? lastBlames : 'nothing';
    try {
      const page = await api.listBuyerSignals(
        { buyerId, pageSize: 1, relativeDatePeriodFrom: 'LastThreeMonths' },
        { deadline, blames },
      );
      const shownAt = clock.now();
      if (before.deniedAt !== null) await ledger.buyers.noteShown(buyerId);
      const isItem = page.result.length + page.unreadable.length > 0;
      // An item of a list that counts as empty proves nothing of its own emptiness.
      const itemAt = isItem && before.emptySince === null ? shownAt : 0;
      await ledger.upstream.noteShown({ shownAt, shownBuyer: buyerId, itemAt }, shownAt);
      return { isShown: true, failure };
    } catch (error) {
      const problem = upstreamProblem(error);
      if (error instanceof UpstreamPausedError) break;
      lastBlames = blamesBehind(error, lastBlames);
      if (isUnanswered(error)) await postpone(ports, before);
      failure = { about: `buyer ${buyerId}`, problem };
    }
  }
  return { isShown: false, failure };
}

/** Other lists are asked for the next time, or the same few that fail for good would keep all from being read. */
async function postpone({ ledger, clock }: ControlPorts, before: BuyerState): Promise<void> {
  await ledger.buyers.postpone(before, timesAfterUndecided(before, clock.now()));
}

/** It may pause all lists. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ContractError || error instanceof NotStartedError) return false;
  return !(error instanceof HttpStatusError) || error.status === 401 || isServiceFailure(error.status);
}

/** A service that answers is there, even if it shows no list. Behind a 401 only the token is in doubt. */
function blamesBehind(error: unknown, before: Blames): Blames {
  if (error instanceof NotStartedError) return before;
  if (!isUnanswered(error)) return 'nothing';
  const failed = error instanceof HttpStatusError && error.status === 401 ? 'token' : 'service';
  return before === 'all' || before === failed ? failed : 'nothing';
}
