import { hasLeft } from './pause.ts';
import type { LinkTemplates, Route } from './route.ts';

/** The route's own zone comes first, then that of its digests, of its heartbeat, of its recap. */
export function zoneOf({ timezone, when, heartbeat, recap }: Route): string {
  return timezone ?? (when === 'immediately' ? (heartbeat ?? recap)?.timezone : when.timezone) ?? 'UTC';
}

/** Null if the config has no such route. */
export function zoneIn(routes: readonly Route[], id: string | undefined): string | null {
  const route = routes.find((one) => one.id === id);
  return route ? zoneOf(route) : null;
}

/** Owners alone see how to reach a hot signal's person, unless the route says otherwise. */
export function showsContacts({ contacts, owner }: Pick<Route, 'contacts' | 'owner'>): boolean {
  return contacts ?? Boolean(owner?.is);
}

/** `sales/ann-lee`. No id that is written has a slash. */
export function idInSet(set: string, slug: string): string {
  return `${set}/${slug}`;
}

/** Null for a route that is not for one owner of a set. */
export function setOf(routeId: string): string | null {
  const [set = '', slug] = routeId.split('/');
  return slug === undefined ? null : set;
}

/**
 * The route that takes over what waits for an owner who left, or whom the config lacks: the rest of their set. Null for any
 * other route.
 */
export function restOf(
  routes: readonly Route[],
  item: { readonly routeId: string; readonly state: string; readonly reason: string | null },
): Route | null {
  const { routeId } = item;
  const rest = routes.find(({ id, owner }) => owner?.is === null && setOf(routeId) === id);
  const isThere = routes.some(({ id }) => id === routeId);
  const isLeft = !isThere || hasLeft(item);
  return (isLeft && rest) || null;
}

export function linksOf({ links }: Pick<Route, 'links'>, ofAll: LinkTemplates | undefined): LinkTemplates {
  return { signal: links?.signal ?? ofAll?.signal, buyer: links?.buyer ?? ofAll?.buyer };
}
