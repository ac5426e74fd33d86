import type { CallOptions } from '../shared/bridge-api/index.ts';
import { ContractError, HttpStatusError, UpstreamPausedError } from '../shared/domain/errors.ts';
import { isServiceFailure } from '../shared/domain/upstream/breaker.ts';
import { upstreamProblem } from '../shared/domain/upstream/upstream-problem.ts';
import type { FunctionPorts, LedgerPort } from './function-ports.ts';

type Blames = NonNullable<CallOptions['blames']>;

/**
 * Asks for one list after the other until one is shown, before the service or the token is blamed. Only the last
 * list's answer speaks for all, since any other may fail alone. The last one may also fail alone if it is the only
 * one that is known, if all of them failed before, or if another list answered: while calls are paused, no row shows
 * other buyers, and no list shows new signals.
 */
export async function askControl(
  { api, ledger, clock, config }: Pick<FunctionPorts, 'api' | 'clock' | 'config'> & LedgerPort<'upstream'>,
  { buyerIds, areFailing = false }: { readonly buyerIds: readonly string[]; readonly areFailing?: boolean },
  deadline: number,
) {
  const { bridges, except } = config.watch;
  const mayKnowOthers = bridges.length > 0;
  // The config may exclude one since its list was shown.
  const controls = buyerIds.filter((buyerId) => !except?.buyers.includes(buyerId));
  let failure: { readonly about: string; readonly problem: string } | null = null;
  let lastBlames: Blames = !areFailing && controls.length > 1 ? 'all' : mayKnowOthers ? 'nothing' : 'token';
  for (const [index, buyerId] of controls.entries()) {
    const blames = index === controls.length - 1 ? lastBlames : 'nothing';
    try {
      const page = await api.listBuyerSignals(
        { buyerId, pageSize: 1, relativeDatePeriodFrom: 'LastThreeMonths' },
        { deadline, blames },
      );
      const shownAt = clock.now();
      const itemAt = page.result.length + page.unreadable.length > 0 ? shownAt : 0;
      await ledger.upstream.noteShown({ shownAt, shownBuyer: buyerId, itemAt }, shownAt);
      return { isShown: true, failure };
    } catch (error) {
      const problem = upstreamProblem(error);
      if (error instanceof UpstreamPausedError) break;
      lastBlames = blamesBehind(error, lastBlames);
      failure = { about: `buyer ${buyerId}`, problem };
    }
  }
  return { isShown: false, failure };
}

/** A service that answers is there, even if it shows no list. Only a 401 leaves the token in doubt. */
function blamesBehind(error: unknown, before: Blames): Blames {
  if (error instanceof ContractError) return 'nothing';
  if (!(error instanceof HttpStatusError) || isServiceFailure(error.status)) return before;
  return error.status === 401 && before !== 'nothing' ? 'token' : 'nothing';
}
