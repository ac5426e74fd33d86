import type { BridgeApi, BridgeColumn } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ContractError, HttpStatusError, TransportError } from '../../shared/domain/errors.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import { columnsNamedBy } from '../../shared/domain/routes/choose-routes.ts';
import { matchesIn } from '../../shared/domain/routes/match.ts';
import { isBridgeId } from '../../shared/domain/routes/wanted-bridges.ts';
import { type Check, ok, warning } from './check.ts';

type NamingConfig = Pick<SignalpostConfig, 'watch' | 'hot' | 'routes'>;

/** The columns that the checks have read so far, by bridge. */
export type KnownColumns = Map<string, readonly BridgeColumn[]>;

export interface ColumnPorts {
  readonly openApi: () => Pick<BridgeApi, 'listColumnMetadata'>;
  /** Milliseconds since the epoch, for each call: no attempt begins that could not end before. */
  readonly deadline: () => number;
}

/** A column by its display name, and the fields of the config that name it. */
interface NamedColumn {
  readonly name: string;
  readonly fields: string;
}

/** `no-such-bridge`: the API answered 404. `unseen`: the bridge could not be read, or the calls are used up. */
type Look = (bridgeId: string) => Promise<readonly BridgeColumn[] | 'no-such-bridge' | 'unseen'>;

/** More are not worth the wait. */
const mostCalls = 20;

/**
 * Compares the columns of `hot`, of each `show` and of each `match`, and the bridges of each `match`, with those that
 * the API has. With a misspelt name nothing is hot, shown or matches, and no other message reports it. Only a warning,
 * because signals come from other bridges too. No check if the config names neither.
 */
export function checkColumns(config: NamingConfig, known: KnownColumns, ports: ColumnPorts): Check[] {
  const named = listNamed(config);
  const matched = listMatchedBridges(config);
  if (named.length === 0 && matched.length === 0) return [];
  const check: Check = {
    name: 'columns',
    needs: ['the API'],
    async run() {
      const unseen = new Set<string>();
      const look = createLook(known, ports, unseen);
      const problems = [
        ...(await findUnknownColumns(config, named, known, look)),
        ...(await findUnknownBridges(config, matched, look)),
      ];
      const notRead = unseen.size === 0 ? [] : [`${counted(unseen.size, 'bridge')} could not be read`];
      if (problems.length === 0) {
        const names = named.map(({ name }) => name).join(', ') || 'the bridges of each match are known';
        return ok([names, ...notRead].join('; '));
      }
      const fix =
        'write the display name of a column into hot.columns, show and match, and the id of a bridge into match';
      return warning([...problems, ...notRead].join('; '), fix);
    },
  };
  return [check];
}

/** Each name once, with every field that it stands in. */
function listNamed({ hot, routes }: NamingConfig): NamedColumn[] {
  const named = [
    ...hot.columns.map(({ name }) => ({ name, field: 'hot.columns' })),
    ...routes.flatMap(({ id, show = [] }) => show.map((name) => ({ name, field: `show of route ${id}` }))),
    ...routes.flatMap((route) =>
      [...columnsNamedBy([route])].map((name) => ({ name, field: `the match of route ${route.id}` })),
    ),
  ];
  return [...Map.groupBy(named, ({ name }) => name)].map(([name, places]) => ({
    name,
    fields: [...new Set(places.map(({ field }) => field))].join(' and '),
  }));
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
  named: readonly NamedColumn[],
  known: KnownColumns,
  look: Look,
): Promise<string[]> {
  let missing = named;
  const names: string[] = [];
  const bridges = watch.bridges.length > 0 ? watch.bridges : [...known.keys()];
  for (const bridgeId of bridges) {
    if (missing.length === 0) break;
    const found = await look(bridgeId);
    if (typeof found === 'string') continue;
    names.push(...found.flatMap((column) => column.name || []));
    missing = missing.filter(({ name }) => !found.some((column) => column.name === name));
  }
  // No bridge is watched and no signal listed: nothing to compare with.
  if (bridges.length === 0) return [];
  const where = watch.bridges.length > 0 ? 'no watched bridge' : 'no bridge of the first signals listed';
  return missing.map(
    ({ name, fields }) =>
      `${where} has the column "${name}" of ${fields}${suggest(findNearest(name, names))}`,
  );
}

async function findUnknownBridges(
  { watch }: NamingConfig,
  matched: ReturnType<typeof listMatchedBridges>,
  look: Look,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { routeId, bridgeId } of matched) {
    if ((await look(bridgeId)) !== 'no-such-bridge') continue;
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

/** Reads a bridge's columns with one call at most. Bridges that could not be read are added to `unseen`. */
function createLook(known: KnownColumns, { openApi, deadline }: ColumnPorts, unseen: Set<string>): Look {
  const seen = new Map<string, Awaited<ReturnType<Look>>>(known);
  const ask: Look = async (bridgeId) => {
    try {
      const { result } = await openApi().listColumnMetadata(bridgeId, { deadline: deadline() });
      return result.map(({ column }) => column);
    } catch (error) {
      if (error instanceof HttpStatusError) return error.status === 404 ? 'no-such-bridge' : 'unseen';
      if (error instanceof TransportError || error instanceof ContractError) return 'unseen';
      throw error;
    }
  };
  const before = known.size;
  return async (bridgeId) => {
    const found = seen.get(bridgeId) ?? (seen.size - before < mostCalls ? await ask(bridgeId) : 'unseen');
    if (found === 'unseen') unseen.add(bridgeId);
    else seen.set(bridgeId, found);
    return found;
  };
}
