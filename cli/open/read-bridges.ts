import { columnInfo } from '../../functions/lookups/column-info.ts';
import { cellValue, nameCells } from '../../shared/bridge-api/index.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { assertUpstream, HttpStatusError } from '../../shared/domain/errors.ts';
import type { BridgeColumns } from '../../view/columns/propose-columns.ts';
import { formatError } from '../../view/words/format-error.ts';
import type { ApiPorts } from './call-api.ts';

export interface ReadBridge extends BridgeColumns {
  /** The first ones that the service lists, with the values of their cells by display name. */
  readonly rows: readonly { readonly name: string | null; readonly columns: Record<string, unknown> }[];
}

interface BridgeProblem {
  readonly bridgeId: string;
  readonly told: string;
}

const readAtOnce = 5;
const rowsRead = 20;

/**
 * The columns and some rows of bridges, in the order of their ids. `problems`: a sentence for each call that failed. `unshown`:
 * the lists that the service has not, if it showed none of those that were asked for.
 */
export async function readBridges(bridgeIds: readonly string[], { api, deadline }: ApiPorts) {
  const problems: BridgeProblem[] = [];
  const unshown: BridgeProblem[] = [];
  let isShown = false;
  const tell = (bridgeId: string, error: unknown) => ({
    bridgeId,
    told: `bridge ${bridgeId}: ${formatError(error)}`,
  });
  const bridges = await inParallel(bridgeIds, readAtOnce, async (bridgeId): Promise<ReadBridge[]> => {
    try {
      const { result } = await api.listColumnMetadata(bridgeId, { deadline: deadline() });
      const page = await api.listBridgeRows({ bridgeId, pageSize: rowsRead }, { deadline: deadline() });
      const named = result.map(({ column }) => column);
      const rows = page.result.map((row) => {
        const cells = Object.entries(nameCells(row.columns, named));
        const columns = Object.fromEntries(cells.map(([name, cell]) => [name, cellValue(cell)]));
        return { name: row.name ?? null, columns };
      });
      const buyerId = page.result.find((row) => row.buyerId)?.buyerId ?? null;
      const columns = result.flatMap((item) => columnInfo(item) ?? []);
      return [{ bridgeId, bridgeName: await readName(bridgeId, buyerId), columns, rows }];
    } catch (error) {
      assertUpstream(error);
      problems.push(tell(bridgeId, error));
      return [];
    }
  });

  /** Only a signal says what its bridge is called. */
  async function readName(bridgeId: string, buyerId: string | null): Promise<string | null> {
    if (buyerId === null) return null;
    const relativeDatePeriodFrom = 'LastThreeMonths';
    try {
      const query = { buyerId, triggerIds: [bridgeId], relativeDatePeriodFrom } as const;
      const { result } = await api.listBuyerSignals(query, { deadline: deadline() });
      isShown = true;
      return result[0]?.bridge.name ?? null;
    } catch (error) {
      assertUpstream(error);
      // Some services answer 404 for a buyer without new signals.
      const isNone = error instanceof HttpStatusError && error.status === 404;
      (isNone ? unshown : problems).push(tell(bridgeId, error));
      return null;
    }
  }

  return { bridges: bridges.flat(), problems, unshown: isShown ? [] : unshown };
}
