import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { PollSignalsPorts } from './ports.ts';

const bridgesAtOnce = 4;

/**
 * Learns the columns of the bridges that new signals came from, once a day. Everything is recorded by then, and whatever
 * fails here changes nothing about it: a digest falls back on the shape of the values.
 */
export async function learnColumns(
  { columns, observe, upstreamProblem }: PollSignalsPorts,
  bridgeIds: ReadonlySet<string>,
  until: number,
): Promise<void> {
  let isPaused = false;
  await inParallel([...bridgeIds], bridgesAtOnce, async (bridgeId) => {
    if (isPaused || !(await columns.beginLearning(bridgeId))) return;
    try {
      await columns.save(bridgeId, await columns.list(bridgeId, until));
    } catch (error) {
      const problem = upstreamProblem(error);
      if (problem === null) throw error;
      isPaused ||= error instanceof UpstreamPausedError;
      observe({ kind: 'columns-failed', bridgeId, problem });
    }
  });
}
