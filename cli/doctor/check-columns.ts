import type { BridgeColumn } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ContractError, HttpStatusError, TransportError } from '../../shared/domain/errors.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import { columnsNamedBy } from '../../shared/domain/routes/choose-routes.ts';
import { matchesIn } from '../../shared/domain/routes/match.ts';
import { isBridgeId } from '../../shared/domain/routes/wanted-bridges.ts';
import { type Check, ok, warning } from './check.ts';
import type { ApiPorts, KnownColumns } from './check-api.ts';

type NamingConfig = Pick<SignalpostConfig, 'watch' | 'hot' | 'routes'>;

/**
 * Compares the columns of `hot`, of each `show` and of each `match`, and the bridges of each `match`, with those that
 * the API has. With a misspelt name nothing is hot, shown or matches, and no other message reports it. Only a warning,
 * because signals come from other bridges too. No check if the config names neither.
 */
export function checkColumns(config: NamingConfig, known: KnownColumns, ports: ApiPorts): Check[] {
  const named = listNamed(config);
  const matched = listMatchedBridges(config);
  if (named.size === 0 && matched.length === 0) return [];
  const check: Check = {
    name: 'columns',
    needs: ['the API'],
    async run() {
      const seen: SeenBridges = new Map(known);
      const look = createLook(seen, ports);
      const problems = [
        ...(await findUnknownColumns(config, named, known, look)),
        ...(await findUnknownBridges(config, matched, look)),
      ];
      const unread = [...seen.values()].filter((columns) => columns === 'not read').length;
      const notRead = unread === 0 ? [] : [`${counted(unread, 'bridge')} could not be read`];
      if (problems.length === 0) {
        const names = [...named.keys()].join(', ') || 'the bridges of each match are known';
        return ok([names, ...notRead].join('; '));
      }
      const fix =
        'write the display name of a column into hot.columns, show and match, and the id of a bridge into match';
      return warning([...problems, ...notRead].join('; '), fix);
    },
  };
  return [check];
}

/** The display names of columns, each with the fields of the config that name it. */
function listNamed({ hot, routes }: NamingConfig): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  const add = (name: string, field: string) => named.set(name, (named.get(name) ?? new Set()).add(field));
  for (const { name } of hot.columns) add(name, 'hot.columns');
  for (const { id, show = [] } of routes) for (const name of show) add(name, `show of route ${id}`);
  for (const route of routes)
    for (const name of columnsNamedBy([route])) add(name, `the match of route ${route.id}`);
  return named;
}

/** Each tick already shows whether the API knows the watched bridges. */
function listMatchedBridges({ watch, routes }: NamingConfig) {
  return routes.flatMap(({ id: routeId, match }) => {
    const ids = matchesIn(match).flatMap(({ bridges = [] }) => bridges.filter(isBridgeId));
    return [...new Set(ids)].flatMap((bridgeId) =>
      watch.bridges.includes(bridgeId) ? [] : [{ routeId, bridgeId }],
    );
  });
}

/** Reads bridges until every column is found. Without watched bridges, those of the first signals listed. */
async function findUnknownColumns(
  { watch }: NamingConfig,
  named: ReturnType<typeof listNamed>,
  known: KnownColumns,
  look: Look,
): Promise<string[]> {
  const isWatching = watch.bridges.length > 0;
  const bridges = isWatching ? watch.bridges : [...known.keys()];
  // No bridge is watched and no signal listed: nothing to compare with.
  if (bridges.length === 0) return [];
  const names = new Set<string>();
  for (const bridgeId of bridges) {
    if ([...named.keys()].every((name) => names.has(name))) return [];
    const columns = await look(bridgeId);
    if (typeof columns !== 'string') for (const { name } of columns) if (name) names.add(name);
  }
  const where = isWatching ? 'no watched bridge' : 'no bridge of the first signals listed';
  return [...named].flatMap(([name, fields]) =>
    names.has(name)
      ? []
      : `${where} has the column "${name}" of ${[...fields].join(' and ')}${suggest(findNearest(name, [...names]))}`,
  );
}

async function findUnknownBridges(
  { watch }: NamingConfig,
  matched: ReturnType<typeof listMatchedBridges>,
  look: Look,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { routeId, bridgeId } of matched) {
    if ((await look(bridgeId)) !== 'no such bridge') continue;
    const nearest = suggest(findNearest(bridgeId, watch.bridges));
    problems.push(
      `the API does not know the bridge "${bridgeId}" in the match of route ${routeId}${nearest}`,
    );
  }
  return problems;
}

function suggest(name: string | null): string {
  return name === null ? '' : ` (did you mean "${name}"?)`;
}

type Seen = readonly BridgeColumn[] | 'no such bridge' | 'not read';
type SeenBridges = Map<string, Seen>;
type Look = (bridgeId: string) => Promise<Seen>;

/** More are not worth the wait. */
const mostCalls = 20;

/** Reads a bridge's columns, each bridge once. */
function createLook(seen: SeenBridges, { api, deadline }: ApiPorts): Look {
  const end = seen.size + mostCalls;
  const ask: Look = async (bridgeId) => {
    if (seen.size >= end) return 'not read';
    try {
      const { result } = await api.listColumnMetadata(bridgeId, { deadline: deadline() });
      return result.map(({ column }) => column);
    } catch (error) {
      if (error instanceof HttpStatusError) return error.status === 404 ? 'no such bridge' : 'not read';
      if (error instanceof TransportError || error instanceof ContractError) return 'not read';
      throw error;
    }
  };
  return async (bridgeId) => {
    const found = seen.get(bridgeId) ?? (await ask(bridgeId));
    seen.set(bridgeId, found);
    return found;
  };
}
