import { parseDuration } from '../domain/duration.ts';
import { quietZoneOf } from '../domain/routes/quiet.ts';
import type { Route } from '../domain/routes/route.ts';
import type { SignalpostConfig } from './signalpost-config.ts';
import { tellPath } from './tell-issues.ts';

/** Problems between the fields of a config that its schema accepts, as lines of `path: found …; fix`. */
export function findContradictions(input: unknown, config: SignalpostConfig): string[] {
  const { watch, routes } = config;
  return [
    ...findWatchProblems(watch).map((problem) => `watch${problem}`),
    ...routes.flatMap((route, index) => {
      const first = routes.findIndex(({ id }) => id === route.id);
      return findRouteProblems(route, first < index ? first : null).map(
        (problem) => `routes[${index}].${problem}`,
      );
    }),
    ...findListsForObjects(input, config, []),
  ];
}

function findWatchProblems({ buyers, bridges, only, every, allEvery }: SignalpostConfig['watch']): string[] {
  const problems = [
    buyers.length + bridges.length === 0 &&
      ': found neither buyers nor bridges; write the UUID of at least one',
    parseDuration(allEvery) < parseDuration(every) &&
      `.allEvery: found "${allEvery}", which is shorter than watch.every ("${every}"); write "${every}" or more`,
    only !== undefined &&
      bridges.length === 0 &&
      '.only: found "these bridges", but no watch.bridges; write their UUIDs, or leave only out',
  ];
  return problems.filter((problem) => problem !== false);
}

/** `first`: the earlier route with the same id, if there is one. */
function findRouteProblems(route: Route, first: number | null): string[] {
  const { when, gather, holidays = [] } = route;
  const problems = [
    first !== null && `id: found the id of routes[${first}] again; give each route its own`,
    // A route with a time of its own sends once at that time: the field would do nothing.
    when !== 'immediately' &&
      gather !== undefined &&
      `gather: found "${gather}" beside a time; remove it, or write "when": "immediately"`,
    // A day begins at another instant in each zone, and UTC is nobody's day.
    holidays.length > 0 &&
      quietZoneOf(route) === undefined &&
      'holidays: found no time zone for them; write "timezone": "America/New_York" beside them',
  ];
  return problems.filter((problem) => problem !== false);
}

/** Valibot accepts an empty list as an object without fields, so `"match": []` would match everything. */
function findListsForObjects(input: unknown, output: unknown, keys: readonly unknown[]): string[] {
  if (!isObject(input) || !isObject(output)) return [];
  if (Array.isArray(input) && !Array.isArray(output)) {
    return [`${tellPath(keys)}: found an empty list; write an object`];
  }
  return Object.entries(output).flatMap(([key, value]) => {
    const inner = Array.isArray(output) ? Number(key) : key;
    return findListsForObjects(Reflect.get(input, key), value, [...keys, inner]);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
