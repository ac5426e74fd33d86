import * as v from 'valibot';
import { durationPattern, parseDuration } from '../domain/duration.ts';
import { isBridgeId } from '../domain/routes/wanted-bridges.ts';
import { findHolidaysWithoutZone } from './find-quiet-contradictions.ts';
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
    ...findExcepted(output),
    ...findOnlyOthers(output),
    ...findRepeatedIds(output),
    ...findNothingHot(output),
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

const ids = v.optional(v.array(v.string()), []);
const idsOfBoth = v.optional(v.looseObject({ buyers: ids, bridges: ids }), {});
const withExceptions = v.looseObject({
  watch: v.looseObject({ buyers: ids, bridges: ids, except: idsOfBoth }),
  routes: v.optional(v.array(v.looseObject({ match: idsOfBoth })), []),
});

/** Ids that one place asks for and `watch.except` leaves out: they would never have any effect. */
function findExcepted(output: unknown): string[] {
  const read = v.safeParse(withExceptions, output);
  if (!read.success) return [];
  const { watch, routes } = read.output;
  const places = [
    { place: 'watch', named: watch },
    ...routes.map(({ match }, index) => ({ place: `routes[${index}].match`, named: match })),
  ];
  return places.flatMap(({ place, named }) =>
    (['buyers', 'bridges'] as const).flatMap((kind) =>
      named[kind]
        .filter((id) => watch.except[kind].includes(id))
        .map(
          (id) =>
            `${place}.${kind}: found "${id}", which watch.except.${kind} leaves out; remove it from one of them`,
        ),
    ),
  );
}

const onlyThese = v.looseObject({
  watch: v.looseObject({ bridges: v.array(v.string()), only: v.literal('these bridges') }),
  routes: v.optional(v.array(v.looseObject({ match: v.looseObject({ bridges: ids }) })), []),
});

/** With `watch.only`: no bridges at all, and bridges of a match that it leaves out. */
function findOnlyOthers(output: unknown): string[] {
  const read = v.safeParse(onlyThese, output);
  if (!read.success) return [];
  const { watch, routes } = read.output;
  if (watch.bridges.length === 0)
    return ['watch.only: found "these bridges", but no watch.bridges; write their UUIDs, or leave only out'];
  return routes.flatMap(({ match }, index) =>
    match.bridges
      .filter((id) => isBridgeId(id) && !watch.bridges.includes(id))
      .map(
        (id) =>
          `routes[${index}].match.bridges: found "${id}", which watch.only leaves out; write it into watch.bridges as well`,
      ),
  );
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

const wantsHot = v.looseObject({ match: v.looseObject({ hot: v.literal(true) }) });
const nothingHot = v.looseObject({
  hot: v.looseObject({ topByHotness: v.literal(0), columns: v.pipe(v.array(v.unknown()), v.length(0)) }),
});

/** The route would never send anything, and nothing would say why. */
function findNothingHot(output: unknown): string[] {
  if (!v.is(nothingHot, output) || !v.is(withRoutes, output)) return [];
  return output.routes.flatMap((route, index) =>
    v.is(wantsHot, route)
      ? [
          `routes[${index}].match.hot: found true, but nothing is ever hot; write "hot": {"topByHotness": 3} as well`,
        ]
      : [],
  );
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
