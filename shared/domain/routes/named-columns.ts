import { findNearest } from '../find-nearest.ts';
import { columnsNamedBy } from './choose-routes.ts';
import type { Route } from './route.ts';

/** The fields of a config that name columns. */
export interface NamingColumns {
  readonly owner?: string | undefined;
  readonly hot: { readonly columns: readonly { readonly name: string }[] };
  readonly routes: readonly Pick<Route, 'id' | 'match' | 'show'>[];
}

/** The display names of columns, each with the fields of the config that name it. */
export function listNamedColumns({
  hot,
  routes,
  owner,
}: NamingColumns): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  const add = (name: string, field: string) => named.set(name, (named.get(name) ?? new Set()).add(field));
  if (owner !== undefined) add(owner, 'owner');
  for (const { name } of hot.columns) add(name, 'hot.columns');
  for (const { id, show = [] } of routes) for (const name of show) add(name, `show of route ${id}`);
  for (const route of routes)
    for (const name of columnsNamedBy([route])) add(name, `the match of route ${route.id}`);
  return named;
}

/** A sentence for each named column that is none of the known ones: `no watched bridge has the column "Mach Score" of …`. */
export function findUnknownColumns(
  named: ReturnType<typeof listNamedColumns>,
  known: readonly string[],
  where: string,
): string[] {
  return [...named].flatMap(([name, fields]) =>
    known.includes(name)
      ? []
      : `${where} has the column "${name}" of ${[...fields].join(' and ')}${suggest(findNearest(name, known))}`,
  );
}

export function suggest(name: string | null): string {
  return name === null ? '' : ` (did you mean "${name}"?)`;
}
