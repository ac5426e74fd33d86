import * as v from 'valibot';
import { durationPattern, parseDuration } from '../domain/duration.ts';
import { quietZoneOf } from '../domain/routes/quiet.ts';
import { findPacedTimes } from './pace-schema.ts';
import { findReceiptsWithoutTime } from './receipt-schema.ts';
import { tellPath } from './tell-issues.ts';

/**
 * Problems between fields, as lines of `path: found …; fix`. Takes the schema's output even if the schema found
 * problems, so that all problems are reported at once; invalid fields are skipped here.
 */
export function findContradictions(input: unknown, output: unknown): string[] {
  return [
    ...findNothingWatched(output),
    ...findEveryoneTooOften(output),
    ...findOnlyNothing(output),
    ...findRepeatedIds(output),
    ...findPacedTimes(output),
    ...findHolidaysWithoutZone(output),
    ...findReceiptsWithoutTime(output),
    ...findListsForObjects(input, output, []),
  ];
}

const watched = v.looseObject({
  watch: v.looseObject({ buyers: v.array(v.unknown()), bridges: v.array(v.unknown()) }),
});

function findNothingWatched(output: unknown): string[] {
  if (!v.is(watched, output)) return [];
  if (output.watch.buyers.length + output.watch.bridges.length > 0) return [];
  return ['watch: found neither buyers nor bridges; write the UUID of at least one'];
}

const onlyNothing = v.looseObject({
  watch: v.looseObject({
    bridges: v.pipe(v.array(v.unknown()), v.length(0)),
    only: v.literal('these bridges'),
  }),
});

function findOnlyNothing(output: unknown): string[] {
  return v.is(onlyNothing, output)
    ? ['watch.only: found "these bridges", but no watch.bridges; write their UUIDs, or leave only out']
    : [];
}

const duration = v.pipe(v.string(), v.regex(durationPattern));
const polled = v.looseObject({ watch: v.looseObject({ every: duration, allEvery: duration }) });

function findEveryoneTooOften(output: unknown): string[] {
  if (!v.is(polled, output)) return [];
  const { every, allEvery } = output.watch;
  const isTooLong = parseDuration(every) > parseDuration('1 day');
  if (isTooLong || parseDuration(allEvery) >= parseDuration(every)) return [];
  return [
    `watch.allEvery: found "${allEvery}", which is shorter than watch.every ("${every}"); write "${every}" or more`,
  ];
}

const identified = v.looseObject({ id: v.string() });
const withRoutes = v.looseObject({ routes: v.array(v.unknown()) });

function findRepeatedIds(output: unknown): string[] {
  if (!v.is(withRoutes, output)) return [];
  const seen = new Map<string, number>();
  return output.routes.flatMap((route, index) => {
    if (!v.is(identified, route)) return [];
    const first = seen.get(route.id);
    if (first === undefined) seen.set(route.id, index);
    return first === undefined
      ? []
      : [`routes[${index}].id: found the id of routes[${first}] again; give each route its own`];
  });
}

const optionalText = v.optional(v.string());
const zoned = v.object({ timezone: optionalText });
const withHolidays = v.looseObject({
  routes: v.array(
    v.looseObject({
      when: v.union([v.literal('immediately'), zoned]),
      quiet: v.optional(zoned),
      timezone: optionalText,
      holidays: v.optional(v.array(v.string()), []),
    }),
  ),
});

/** A day begins at another instant in each zone, and UTC is nobody's day. */
function findHolidaysWithoutZone(output: unknown): string[] {
  if (!v.is(withHolidays, output)) return [];
  return output.routes.flatMap((route, index) => {
    if ((route.holidays ?? []).length === 0 || quietZoneOf(route) !== undefined) return [];
    return [
      `routes[${index}].holidays: found no time zone for them; write "timezone": "America/New_York" beside them`,
    ];
  });
}

/** Valibot accepts an empty list as an object without fields, so `"match": []` would match everything. */
function findListsForObjects(input: unknown, output: unknown, keys: readonly unknown[]): string[] {
  if (!isObject(input) || !isObject(output)) return [];
  if (Array.isArray(input) && !Array.isArray(output)) {
    return input.length === 0 ? [`${tellPath(keys)}: found an empty list; write an object`] : [];
  }
  return Object.entries(output).flatMap(([key, value]) =>
    isObject(value)
      ? findListsForObjects(Reflect.get(input, key), value, [
          ...keys,
          Array.isArray(output) ? Number(key) : key,
        ])
      : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
