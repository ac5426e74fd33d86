import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { HttpStatusError } from '../../shared/domain/errors.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import { matchesIn } from '../../shared/domain/routes/match.ts';
import { findUnknownColumns, listNamedColumns, suggest } from '../../shared/domain/routes/named-columns.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { type Check, ok, warning } from './check.ts';
import { type ApiPorts, type KnownColumns, namesOf } from './check-api.ts';

type NamingConfig = Pick<SignalpostConfig, 'watch' | 'hot' | 'routes'>;

/**
 * Compares the columns of `hot`, of each `show` and of each `match`, and the bridges of each `match`, with those that
 * the API has. With a misspelt name nothing is hot, shown or matches, and no other message reports it. Only a warning,
 * because signals come from other bridges too. No check if the config names neither.
 */
export function checkColumns(config: NamingConfig, known: KnownColumns, ports: ApiPorts): Check[] {
  const named = listNamedColumns(config);
  const matched = listMatchedBridges(config);
  if (named.size === 0 && matched.length === 0) return [];
  const check: Check = {
    name: 'columns',
    needs: ['the API'],
    async run() {
      const isWatching = config.watch.bridges.length > 0;
      // Without watched bridges, those of the first signals listed.
      const bridges = isWatching ? config.watch.bridges : [...known.keys()];
      const compared = named.size > 0 ? bridges : [];
      const all = new Set([...compared, ...matched.map(({ bridgeId }) => bridgeId)]);
      const seen = new Map(known);
      for (const bridgeId of [...all].slice(0, mostBridges))
        if (!seen.has(bridgeId)) await readColumns(bridgeId, seen, ports);
      const where = isWatching ? 'no watched bridge' : 'no bridge of the first signals listed';
      const names = compared.flatMap((bridgeId) => seen.get(bridgeId) ?? []);
      const problems = [
        ...(compared.length === 0 ? [] : findUnknownColumns(named, names, where)),
        ...matched.flatMap(({ routeId, bridgeId }) => {
          if (seen.get(bridgeId) !== null) return [];
          const nearest = suggest(findNearest(bridgeId, config.watch.bridges));
          return `the API does not know the bridge "${bridgeId}" in the match of route ${routeId}${nearest}`;
        }),
      ];
      const unread = [...all].filter((bridgeId) => !seen.has(bridgeId)).length;
      const notRead = unread === 0 ? [] : [`${counted(unread, 'bridge')} could not be read`];
      if (problems.length === 0) {
        const found = [...named.keys()].join(', ') || 'the bridges of each match are known';
        return ok([found, ...notRead].join('; '));
      }
      const fix =
        'write the display name of a column into hot.columns, show and match, and the id of a bridge into match';
      return warning([...problems, ...notRead].join('; '), fix);
    },
  };
  return [check];
}

/** Each tick already shows whether the API knows the watched bridges. */
function listMatchedBridges({ watch, routes }: NamingConfig) {
  return routes.flatMap(({ id: routeId, match }) => {
    const ids = matchesIn(match).flatMap(({ bridges = [] }) => bridges.filter(isUuid));
    return [...new Set(ids)].flatMap((bridgeId) =>
      watch.bridges.includes(bridgeId) ? [] : [{ routeId, bridgeId }],
    );
  });
}

/** More are not worth the wait. */
const mostBridges = 20;

/** Puts them into `seen`, unless they can't be read. */
async function readColumns(bridgeId: string, seen: KnownColumns, { api, deadline }: ApiPorts): Promise<void> {
  try {
    const { result } = await api.listColumnMetadata(bridgeId, { deadline: deadline() });
    seen.set(bridgeId, namesOf(result.map(({ column }) => column)));
  } catch (error) {
    if (upstreamProblem(error) === null) throw error;
    if (error instanceof HttpStatusError && error.status === 404) seen.set(bridgeId, null);
  }
}
