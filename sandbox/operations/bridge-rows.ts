import type { BridgeRow } from '../../shared/bridge-api/index.ts';
import type { Row } from '../data/make-row.ts';
import { notFound } from '../http/api-error.ts';

/** Throws a 404 on an unknown id: the contract calls the id in the path a string, so any text may be one. */
export function findKnown<Found>(
  all: ReadonlyMap<string, Found>,
  what: 'bridge' | 'buyer',
  id: string,
): Found {
  const found = all.get(id.toLowerCase());
  if (!found) throw notFound(`resource.${what}.notFound`, `there is no ${what} ${id}`);
  return found;
}

/**
 * A row as the API returns it, without the values that the real service does not return either (signal date, hotness,
 * status).
 */
export function presentRow(row: Row): BridgeRow {
  return {
    rowId: row.rowId,
    bridgeId: row.bridge.bridgeId,
    updatedAt: new Date(row.updatedAt).toISOString(),
    columns: row.columns,
    name: row.name,
    ...(row.buyer ? { buyerId: row.buyer.buyerId } : {}),
    organizerId: row.bridge.organizerId,
    ...(row.entity === null ? {} : { entity: row.entity }),
  };
}
