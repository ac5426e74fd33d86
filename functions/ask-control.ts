import { UpstreamPausedError } from '../shared/domain/errors.ts';
import { upstreamProblem } from '../shared/domain/upstream/upstream-problem.ts';
import type { FunctionPorts } from './function-ports.ts';

/**
 * Asks for one list after the other until one is shown: before the service is blamed, or the token. Only what the last
 * one is answered speaks for all: any other may fail alone. Also returns the last failure.
 */
export async function askControl(
  { api, ledger, clock }: Pick<FunctionPorts, 'api' | 'ledger' | 'clock'>,
  buyerIds: readonly string[],
  deadline: number,
) {
  let failure: { readonly about: string; readonly problem: string } | null = null;
  for (const [index, buyerId] of buyerIds.entries()) {
    const blames = index === buyerIds.length - 1 ? 'all' : 'nothing';
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
      if (problem === null) throw error;
      if (error instanceof UpstreamPausedError) break;
      failure = { about: `buyer ${buyerId}`, problem };
    }
  }
  return { isShown: false, failure };
}
