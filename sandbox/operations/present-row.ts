import type { BridgeRow } from '../../shared/bridge-api/index.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import type { StoredRow } from '../store/row-store.ts';

/**
 * A row as the API returns it, without the values that the real service does not return either (signal date, arrival,
 * hotness, status).
 */
export function presentRow(row: StoredRow, bridge: BridgeRecord): BridgeRow {
  return {
    rowId: row.rowId,
    bridgeId: bridge.bridgeId,
    updatedAt: new Date(row.updatedAt).toISOString(),
    columns: JSON.parse(row.columns),
    name: row.name,
    ...(row.buyerId === null ? {} : { buyerId: row.buyerId }),
    ...(row.organizerId === null ? {} : { organizerId: row.organizerId }),
    ...(row.entity === null ? {} : { entity: JSON.parse(row.entity) }),
  };
}
