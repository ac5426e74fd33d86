import type { BridgeApi } from '../../shared/bridge-api/index.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import type { ColumnInfo } from '../../shared/domain/rows/columns.ts';
import { columnInfo } from '../lookups/column-info.ts';
import type { PollPorts } from './open-poll.ts';

const bridgesAtOnce = 4;

/** No failure here changes what is recorded: a digest falls back on the shape of the values. */
export async function learnColumns(
  { ledger, api, observe }: PollPorts,
  bridgeIds: readonly string[],
  until: number,
): Promise<void> {
  // Metadata can only be requested by a UUID.
  const bridges = new Set(bridgeIds.filter(isUuid).map((id) => id.toLowerCase()));
  let isPaused = false;
  await inParallel([...bridges], bridgesAtOnce, async (bridgeId) => {
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

export async function listColumns(api: BridgeApi, bridgeId: string, deadline: number): Promise<ColumnInfo[]> {
  const { result } = await api.listColumnMetadata(bridgeId, { deadline, lane: 'columns' });
  return result.flatMap((item) => columnInfo(item) ?? []);
}
