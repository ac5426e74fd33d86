import type { BridgeColumn } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import { columnsNamedBy } from '../../shared/domain/routes/choose-routes.ts';
import { matchesIn } from '../../shared/domain/routes/match.ts';
import { isBridgeId } from '../../shared/domain/routes/wanted-bridges.ts';
import { type Check, ok, warning } from './check.ts';
import { type ColumnPorts, createLook, type KnownColumns, type Look } from './look-at-columns.ts';

type NamingConfig = Pick<SignalpostConfig, 'watch' | 'hot' | 'routes'>;

/** The result of a comparison: a sentence for each unknown name, and the number of bridges that could not be read. */
interface Compared {
  readonly problems: readonly string[];
  readonly unseen: number;
}

/** Whether the config has names that only the API can confirm; each lookup costs a call. */
export function namesColumns({ hot, routes }: NamingConfig): boolean {
  return (
    hot.columns.length > 0 ||
    columnsNamedBy(routes).size > 0 ||
    routes.some(
      ({ match, show }) => show ?? matchesIn(match).some(({ bridges }) => bridges?.some(isBridgeId)),
    )
  );
}

/** A column by its display name, and the fields of the config that name it. */
interface NamedColumn {
  readonly name: string;
  readonly fields: string;
}

/**
 * Compares the columns of `hot`, of each `show` and of each `match`, and the bridges of each `match`, with those that the API has. With a
 * misspelt name nothing is hot, shown or matches, and no other message reports it. It is only a warning, because signals come
 * from other bridges too.
 */
export function checkColumns(config: NamingConfig, known: KnownColumns, ports: ColumnPorts): Check {
  return {
    name: 'columns',
    needs: ['the API'],
    async run() {
      const named = listNamed(config);
      const isWatching = config.watch.bridges.length > 0;
      const bridges = isWatching ? config.watch.bridges : [...known.keys()];
      if (named.length > 0 && bridges.length === 0) {
        return ok('nothing to compare with: no bridge is watched, and no signal listed');
      }
      const look = createLook(known, ports);
      const where = isWatching ? 'no watched bridge' : 'no bridge of the first signals listed';
      const columns = await compareColumns(named, bridges, look, where);
      const matches = await compareMatches(config, look);
      const unseen = columns.unseen + matches.unseen;
      const problems = [...columns.problems, ...matches.problems];
      const told =
        problems.length > 0
          ? problems
          : [named.map(({ name }) => name).join(', ') || 'the bridges of each match are known'];
      const found = [...told, ...(unseen > 0 ? [`${counted(unseen, 'bridge')} could not be read`] : [])];
      if (problems.length === 0) return ok(found.join('; '));
      const fix =
        'write the display name of a column into hot.columns, show and match, and the id of a bridge into match';
      return warning(found.join('; '), fix);
    },
  };
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

/** Stops when every column is found. */
async function compareColumns(
  named: readonly NamedColumn[],
  bridges: readonly string[],
  look: Look,
  where: string,
): Promise<Compared> {
  let missing = named;
  let unseen = 0;
  const columns: BridgeColumn[] = [];
  for (const bridgeId of bridges) {
    if (missing.length === 0) break;
    const found = await look(bridgeId);
    if (typeof found === 'string') {
      unseen += 1;
      continue;
    }
    columns.push(...found);
    missing = missing.filter(({ name }) => !found.some((column) => column.name === name));
  }
  const problems = missing.map(
    ({ name, fields }) => `${where} has the column "${name}" of ${fields}${suggestColumn(name, columns)}`,
  );
  return { problems, unseen };
}

const mostNames = 10;

function suggestColumn(name: string, columns: readonly BridgeColumn[]): string {
  const names = [...new Set(columns.flatMap((column) => column.name || []))].sort();
  const meant = columns.find(
    ({ key, columnId }) => key === name || columnId?.toLowerCase() === name.toLowerCase(),
  );
  const nearest = meant?.name || findNearest(name, names);
  if (nearest) return ` (did you mean "${nearest}"?)`;
  const more = names.length > mostNames ? ', …' : '';
  return names.length === 0 ? '' : ` (they have ${names.slice(0, mostNames).join(', ')}${more})`;
}

async function compareMatches({ watch, routes }: NamingConfig, look: Look): Promise<Compared> {
  const problems: string[] = [];
  let unseen = 0;
  const watched = new Set(watch.bridges);
  for (const { id, match } of routes) {
    // Each tick already shows whether the API knows the watched bridges.
    const ids = matchesIn(match).flatMap(({ bridges = [] }) => bridges.filter(isBridgeId));
    for (const bridgeId of new Set(ids.filter((one) => !watched.has(one)))) {
      const found = await look(bridgeId);
      if (found === 'unseen') unseen += 1;
      if (found !== 'no-such-bridge') continue;
      const nearest = findNearest(bridgeId, watch.bridges);
      const meant = nearest === null ? '' : ` (did you mean "${nearest}"?)`;
      problems.push(`the API does not know the bridge "${bridgeId}" in the match of route ${id}${meant}`);
    }
  }
  return { problems, unseen };
}
