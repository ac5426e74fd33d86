import type { LinkTemplates, Route } from './route.ts';

/** The zone that a route's times are told in: its own, else that of its digests, of its heartbeat, of its recap. */
export function zoneOf({
  timezone,
  when,
  heartbeat,
  recap,
}: Pick<Route, 'timezone' | 'when' | 'heartbeat' | 'recap'>): string {
  return timezone ?? (when === 'immediately' ? (heartbeat ?? recap)?.timezone : when.timezone) ?? 'UTC';
}

/** The zone of the route of that id; null if the config has no such route. */
export function zoneIn(routes: readonly Route[], id: string | undefined): string | null {
  const route = routes.find((one) => one.id === id);
  return route ? zoneOf(route) : null;
}

/** A route's links, each of them else the one of all routes. */
export function linksOf({ links }: Pick<Route, 'links'>, ofAll: LinkTemplates | undefined): LinkTemplates {
  return { signal: links?.signal ?? ofAll?.signal, buyer: links?.buyer ?? ofAll?.buyer };
}
