import type { BridgeRow, Envelope } from '../../shared/bridge-api/index.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import type { World } from '../data/world.ts';
import { badRequest, found, notFound } from '../http/api-error.ts';
import { envelope, offsetOf, parsePaging } from '../http/query-parameters.ts';
import type { JsonObject } from '../http/read-json-object.ts';
import { parseFilters } from '../rows/filter-terms.ts';
import { searchExpression, selectRows } from '../rows/select-rows.ts';
import { parseSorts } from '../rows/sort-terms.ts';
import type { RowStore } from '../store/row-store.ts';
import { presentRow } from './present-row.ts';

/** In characters. SQLite takes half a minute for 50,000 words, during which nothing else is answered. */
const longestQuery = 10_000;
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
  const query = parseQuery(body.query);
  const { nos, totalItems } = selectRows(
    store,
    {
      bridgeNo: bridge.no,
      conditions: parseFilters(bridge, body.filters),
      sorts: parseSorts(bridge, body.sorts),
      search: searchExpression(bridge.no, query),
    },
    paging.pageSize,
    offsetOf(paging),
  );
  return envelope(
    paging,
    totalItems,
    store.rows(nos).map((row) => presentRow(row, bridge)),
  );
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
  const length = Array.from(query).length;
  if (length > longestQuery)
    throw badRequest(`query has ${length} characters; at most ${longestQuery} are allowed`);
  return query;
}
