import { UpstreamPausedError } from '../shared/domain/errors.ts';
import { upstreamProblem } from '../shared/domain/upstream/upstream-problem.ts';
import type { FunctionPorts } from './function-ports.ts';

/**
 * Asks for one list after the other until one is shown: before the service is blamed, or the token. Only what the last
 * one is answered speaks for all: any other may fail alone. So may the only one that is known, and while calls are
 * paused, no row shows others. Also returns the last failure.
 */
export async function askControl(
  { api, ledger, clock, config }: Pick<FunctionPorts, 'api' | 'ledger' | 'clock' | 'config'>,
  buyerIds: readonly string[],
  deadline: number,
) {
  const { bridges, except } = config.watch;
  const mayKnowOthers = bridges.length > 0;
  // The config may exclude one since its list was shown.
  const controls = buyerIds.filter((buyerId) => !except?.buyers.includes(buyerId));
  let failure: { readonly about: string; readonly problem: string } | null = null;
  for (const [index, buyerId] of controls.entries()) {
    const isLast = index === controls.length - 1;
    const alone = mayKnowOthers ? 'nothing' : 'token';
    const blames = !isLast ? 'nothing' : index > 0 ? 'all' : alone;
    try {
      const page = await api.listBuyerSignals(
        { buyerId, pageSize: 1, relativeDatePeriodFrom: 'LastThreeMonths' },
        { deadline, blames },
      );
      const shownAt = clock.now();
      const itemAt = page.result.length + page.unreadable.length > 0 ? shownAt : 0;
      await ledger.noteShown({ shownAt, shownBuyer: buyerId, itemAt }, shownAt);
      return { isShown: true, failure };
    } catch (error) {
      const problem = upstreamProblem(error);
      if (error instanceof UpstreamPausedError) break;
      failure = { about: `buyer ${buyerId}`, problem };
    }
  }
  return { isShown: false, failure };
}
