import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { listColumns } from './column-source.ts';
import type { PollPorts } from './ports.ts';

const bridgesAtOnce = 4;

/**
 * Learns the columns of the bridges that new signals came from, once a day. Everything is recorded by then, and whatever
 * fails here changes nothing about it: a digest falls back on the shape of the values.
 */
export async function learnColumns(
  { ledger, api, observe }: PollPorts,
  bridgeIds: ReadonlySet<string>,
  until: number,
): Promise<void> {
  let isPaused = false;
  await inParallel([...bridgeIds], bridgesAtOnce, async (bridgeId) => {
    if (isPaused || !(await ledger.columns.beginLearning(bridgeId))) return;
    try {
      await ledger.columns.save(bridgeId, await listColumns(api, bridgeId, until));
    } catch (error) {
      const problem = upstreamProblem(error);
      isPaused ||= error instanceof UpstreamPausedError;
      observe({ kind: 'columns-failed', bridgeId, problem });
    }
  });
}
