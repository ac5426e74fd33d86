import type { BridgeRow } from '../../shared/bridge-api/index.ts';
import type { StoredRow } from '../rows/row-store.ts';

/**
 * A row as the API returns it, without the values that the real service does not return either (signal date, arrival,
 * hotness, status).
 */
export function presentRow(row: StoredRow): BridgeRow {
  return {
    rowId: row.rowId,
    bridgeId: row.bridge.bridgeId,
    updatedAt: new Date(row.updatedAt).toISOString(),
    columns: row.columns,
    name: row.name,
    ...(row.buyer ? { buyerId: row.buyer.buyerId } : {}),
    ...(row.organizerId === null ? {} : { organizerId: row.organizerId }),
    ...(row.entity === null ? {} : { entity: row.entity }),
  };
}
