import type { OwnerRoute, Route, SlackBotDestination } from '../domain/routes/route.ts';
import { idInSet, zoneOf } from '../domain/routes/route-view.ts';
import { isMember } from '../domain/routes/slack-place.ts';

interface Person {
  readonly slack?: string | undefined;
  readonly timezone?: string | undefined;
}
export type People = Readonly<Record<string, Person>>;

export type OwnersRoute = Route & { readonly to: SlackBotDestination };

export const toOwners = 'owner';
/** All routes to owners together may have so many people: each is looked at every minute. */
export const mostOwners = 200;

export function isToOwners(route: Route): route is OwnersRoute {
  return 'channel' in route.to && route.to.channel === toOwners;
}

/** A group gets no messages of its own. The first name of an id counts. */
export function listMembers(people: People = {}) {
  const named = Object.entries(people).flatMap(([name, { slack: id = '', timezone }]) =>
    isMember({ channel: id }) ? [{ name, id, timezone }] : [],
  );
  const byId = [...Map.groupBy(named, ({ id }) => id).values()];
  return byId.map((own) => {
    const [first] = own as [(typeof own)[number]];
    const zone = own.find(({ timezone }) => timezone !== undefined)?.timezone;
    return { name: first.name, id: first.id, timezone: zone, slug: slugOf(first.name, first.id) };
  });
}

/**
 * A route to `owner` becomes one for each person with an id in Slack, and one for the rest, which keeps its id.
 * Everything behind the config sees plain routes. Pure: who comes or goes changes no other's route.
 */
export function expandOwners(routes: readonly Route[], people: People | undefined): Route[] {
  return routes.flatMap((route) => {
    if (!isToOwners(route)) return [route];
    const { otherwise = '', ...to } = route.to;
    const owned = (is: OwnerRoute['is'], channel: string) => ({
      ...route,
      owner: { set: route.id, is },
      to: { ...to, channel },
    });
    const own = listMembers(people).map(({ name, id, timezone, slug }) => {
      const personal = inZone(owned({ name, id }, id), timezone);
      return { ...personal, id: idInSet(route.id, slug) };
    });
    return [...own, owned(null, otherwise)];
  });
}

/** A checked config can be checked again when its routes are as they were written. */
export function asWritten(routes: readonly Route[]): Route[] {
  return routes.flatMap(({ owner, ...route }) => {
    if (owner === undefined) return [route];
    if (owner.is !== null || !('channel' in route.to)) return [];
    return [{ ...route, to: { ...route.to, channel: toOwners, otherwise: route.to.channel } }];
  });
}

/**
 * All of a person's times are theirs: a digest at 8:00 is one at their 8:00, and never in their quiet hours alone.
 * One recap is about the whole set, and goes where all read it.
 */
export function inZone({ recap, ...route }: Route, timezone: string | undefined): Route {
  const { when, heartbeat, quiet } = route;
  if (timezone === undefined) return { ...route, timezone: zoneOf({ ...route, recap }) };
  return {
    ...route,
    timezone,
    ...(when !== 'immediately' && { when: { ...when, timezone } }),
    ...(heartbeat && { heartbeat: { ...heartbeat, timezone } }),
    ...(quiet && { quiet: { ...quiet, timezone } }),
  };
}

const longestSlug = 60;

/** `ann-lee`, or the id in Slack where a name has none of these letters. */
function slugOf(name: string, id: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = letters.replace(/[^a-z0-9]+/g, '-').slice(0, longestSlug);
  return slug.replace(/^-|-$/g, '') || id.toLowerCase();
}
