import type { BridgeApi } from '../../shared/bridge-api/index.ts';
import type { ColumnInfo } from '../../shared/domain/rows/columns.ts';
import { columnInfo } from '../lookups/column-info.ts';

/** The columns of a bridge, in the words of the domain. Of a webhook's address only that there is one goes on. */
export async function listColumns(api: BridgeApi, bridgeId: string, deadline: number): Promise<ColumnInfo[]> {
  const { result } = await api.listColumnMetadata(bridgeId, { deadline, lane: 'columns' });
  return result.flatMap((item) => columnInfo(item) ?? []);
}
