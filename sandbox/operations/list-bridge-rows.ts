import type { BridgeRow, Envelope } from '../../shared/bridge-api/index.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import type { World } from '../data/world.ts';
import { badRequest, found, notFound } from '../http/api-error.ts';
import { pageOf, parsePaging } from '../http/query-parameters.ts';
import type { JsonObject } from '../http/read-json-object.ts';
import { parseFilters } from '../rows/filter-terms.ts';
import type { RowStore } from '../rows/row-store.ts';
import { selectRows, wordsIn } from '../rows/select-rows.ts';
import { parseSorts } from '../rows/sort-terms.ts';

const members = ['filters', 'sorts', 'query'];

/** Throws a 400 or 404 as the README says. */
export function listBridgeRows(
  store: RowStore,
  bridgeId: string,
  parameters: URLSearchParams,
  body: JsonObject,
): Envelope<BridgeRow> {
  const paging = parsePaging(parameters);
  const bridge = findBridge(store.world, bridgeId);
  // If a misspelt member were ignored, the answer would list everything.
  const unknown = Object.keys(body).find((member) => !members.includes(member));
  if (unknown !== undefined)
    throw badRequest(`the body may have only the members ${members.join(', ')}, but has ${found(unknown)}`);
  const selected = selectRows(store.ofBridge(bridge), {
    words: wordsIn(parseQuery(body.query)),
    conditions: parseFilters(bridge, body.filters),
    sorts: parseSorts(bridge, body.sorts),
  });
  return pageOf(paging, selected, presentRow);
}

/** Throws a 404 on an unknown id: the contract calls the id in the path a string, so any text may be one. */
export function findBridge(world: World, bridgeId: string): BridgeRecord {
  const bridge = world.bridgesById.get(bridgeId.toLowerCase());
  if (!bridge) throw notFound('resource.bridge.notFound', `there is no bridge ${bridgeId}`);
  return bridge;
}

function parseQuery(query: unknown): string {
  if (query === undefined || query === null) return '';
  if (typeof query !== 'string') throw badRequest(`query must be a string or null, but is ${found(query)}`);
  return query;
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
