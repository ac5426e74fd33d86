import * as v from 'valibot';
import { type DeclaredColumns, listDeclared } from '../domain/cells/meanings.ts';
import { counted } from '../domain/counted.ts';
import { parseDuration } from '../domain/duration.ts';
import { ConfigurationError } from '../domain/errors.ts';
import { isRecord } from '../domain/is-record.ts';
import { quietZoneOf } from '../domain/routes/quiet.ts';
import type { Route } from '../domain/routes/route.ts';
import { findAlarmTemplateProblem, findTemplateProblem } from './check-template.ts';
import { findAlwaysQuiet } from './check-times.ts';
import { columnsSchema } from './columns-schema.ts';
import { expandOwners, inZone, isToOwners, listMembers, mostOwners, toOwners } from './expand-owners.ts';
import { createConfigSchema } from './schema.ts';
import type { SignalpostConfig } from './signalpost-config.ts';

type Issue = v.BaseIssue<unknown>;
type Keys = readonly unknown[];

export interface CheckOptions {
  /** `--allow-local-destinations` sets it: the same as `"local": true` in the config. */
  readonly permitLocal?: boolean | undefined;
}

const mostProblemsTold = 30;

/**
 * Checks a config and fills in every default; does not change the input. Throws `ConfigurationError` with all problems
 * of its fields, or else all contradictions between them, each as `field.path: found …; fix`, never with a secret's
 * value.
 */
export function checkConfig(input: unknown, { permitLocal = false }: CheckOptions = {}): SignalpostConfig {
  const local = permitLocal || (isRecord(input) && input.local === true);
  const config = { ...parse(createConfigSchema(local), input), local };
  const problems = findContradictions(input, config);
  if (problems.length > 0) throw new ConfigurationError(shorten(problems));
  return { ...config, routes: expandOwners(config.routes, config.people) };
}

/** Checks a config's `columns` alone, such as a proposal in a file of its own. */
export function checkDeclared(input: unknown): DeclaredColumns {
  return parse(v.object({ columns: columnsSchema }), { columns: input }).columns;
}

function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  // Valibot's default message would quote the input, and perhaps a secret.
  const message = () => 'found an invalid value; see docs/config.schema.json';
  const result = v.safeParse(schema, input, { abortPipeEarly: true, message });
  if (result.success) return result.output;
  const lines = result.issues.flatMap((issue) => describeIssue(issue, []));
  throw new ConfigurationError(shorten([...new Set(lines)]));
}

function shorten(problems: readonly string[]): string[] {
  if (problems.length <= mostProblemsTold) return [...problems];
  return [...problems.slice(0, mostProblemsTold), `and ${problems.length - mostProblemsTold} more problems`];
}

/** `routes[1].to`; the config itself is `the config`. */
function formatPath(keys: Keys): string {
  if (keys.length === 0) return 'the config';
  return keys
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\w$]+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(key)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** Lines read `routes[1].to.webhookUrl.secret: found …; fix`. */
function describeIssue(issue: Issue, above: Keys): string[] {
  const keys = [...above, ...(issue.path ?? []).map(({ key }) => key)];
  // Each alternative of a union reports an issue. An issue inside the value belongs to the alternative that was meant.
  const inside = (issue.issues ?? []).filter(({ path }) => path !== undefined);
  if (inside.length > 0) return inside.flatMap((inner) => describeIssue(inner, keys));
  // An unknown field is reported at its object, together with the other unknown fields.
  const at = issue.type === 'strict_object' && issue.expected === 'never' ? keys.slice(0, -1) : keys;
  return [`${formatPath(at)}: ${issue.message}`];
}

/** Lines read `path: found …; fix`. The schema accepts each of these fields by itself. */
function findContradictions(input: unknown, config: SignalpostConfig): string[] {
  const { watch, routes, alarms } = config;
  const inAlarms = alarms === undefined ? null : findAlarmTemplateProblem(alarms);
  return [
    ...(inAlarms === null ? [] : [`alarms.${inAlarms}`]),
    ...findWatchProblems(watch).map((problem) => `watch${problem}`),
    ...routes.flatMap((route, index) => {
      const first = routes.findIndex(({ id }) => id === route.id);
      return findRouteProblems(route, first < index ? first : null, config).map(
        (problem) => `routes[${index}].${problem}`,
      );
    }),
    ...findOwnersProblems(config).map((problem) => `people: ${problem}`),
    ...(alarms?.to && 'channel' in alarms.to && alarms.to.channel === toOwners
      ? ['alarms.to.channel: found "owner", but an alarm is of no owner; write the id of a channel']
      : []),
    ...findListsForObjects(input, config, []),
  ];
}

function findWatchProblems(watch: SignalpostConfig['watch']): string[] {
  const { buyers, bridges, only, every, allEvery, except } = watch;
  const both = bridges.find((id) => buyers.includes(id));
  const problems = [
    both !== undefined &&
      `.bridges: found "${both}", which is a buyer's id by watch.buyers; leave it out of one of them`,
    bridges.length === 0 &&
      buyers.every((id) => except?.buyers.includes(id)) &&
      `: found ${buyers.length === 0 ? 'neither buyers nor bridges' : 'only buyers that except leaves out'}; write the UUID of at least one`,
    parseDuration(allEvery) < parseDuration(every) &&
      `.allEvery: found "${allEvery}", which is shorter than watch.every ("${every}"); write "${every}" or more`,
    only !== undefined &&
      bridges.every((id) => except?.bridges.includes(id)) &&
      `.only: found "these bridges", but ${bridges.length === 0 ? 'no watch.bridges' : 'except leaves out each of watch.bridges'}; write the UUID of at least one, or leave only out`,
  ];
  return problems.filter((problem) => problem !== false);
}

function findOwnersProblems({ routes, people }: SignalpostConfig): string[] {
  const sets = routes.filter(isToOwners).length;
  const members = listMembers(people);
  if (sets === 0) return [];
  const alike = [...Map.groupBy(members, ({ slug }) => slug)].flatMap(([slug, [one, other]]) => {
    if (one === undefined || other === undefined) return [];
    const names = `${JSON.stringify(one.name)} and ${JSON.stringify(other.name)}`;
    return `found ${names}, whose routes would both be called ${slug}; write one of the names otherwise`;
  });
  if (sets * members.length <= mostOwners) return alike;
  const [found, routesOf] = [`${members.length} people with a Slack id`, counted(sets, 'route')];
  return [`found ${found} for ${routesOf} to "owner"; at most ${mostOwners} can be told in all`, ...alike];
}

/** `first`: the earlier route with the same id, if there is one. */
function findRouteProblems(
  route: Route,
  first: number | null,
  { inbound, columns, people }: SignalpostConfig,
): string[] {
  const { when, gather, holidays = [], actions, to, remind, contacts, groupBy } = route;
  const declared = new Set(listDeclared(columns ?? {}).map(({ meaning }) => meaning));
  const templateProblem = findTemplateProblem(route);
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
    // Slack shows a warning at a button that nobody answers.
    actions !== undefined &&
      !('botToken' in to) &&
      'actions: found them at a route whose messages have no buttons; send to a Slack bot, or leave actions out',
    actions !== undefined &&
      inbound?.slack === undefined &&
      'actions: found them without inbound.slack, which takes the clicks; write it, or leave actions out',
    remind !== undefined &&
      !declared.has('deadline') &&
      'remind: found it without columns.deadline, which says until when; write the name of that column, or leave remind out',
    contacts !== undefined &&
      to.type === 'webhook' &&
      'contacts: found it at a webhook, whose body has all columns; leave contacts out',
    contacts === true &&
      !declared.has('person') &&
      'contacts: found true without columns.person; write {"name": "Decision Maker", "email": "DM Email"}, or leave contacts out',
    groupBy !== undefined &&
      !declared.has('owner') &&
      'groupBy: found "owner" without columns.owner; write the name of that column, or leave groupBy out',
    'mention' in to &&
      to.mention?.owners === true &&
      !declared.has('owner') &&
      'to.mention.owners: found true without columns.owner; write the name of that column, or leave owners out',
    isToOwners(route) &&
      !declared.has('owner') &&
      'to.channel: found "owner" without columns.owner; write the name of that column, or the id of a channel',
    ...[...new Set([route, ...zonesOf(route, people)].flatMap(findQuietTimes))],
    templateProblem !== null && templateProblem,
  ];
  return problems.filter((problem) => problem !== false);
}

function zonesOf(route: Route, people: SignalpostConfig['people']): Route[] {
  if (!isToOwners(route)) return [];
  const zones = new Set(listMembers(people).flatMap(({ timezone }) => timezone ?? []));
  return [...zones].map((timezone) => inZone(route, timezone));
}

function findQuietTimes(route: Route): string[] {
  const { when, heartbeat, recap } = route;
  const times = { ...(when === 'immediately' ? {} : { when }), heartbeat, recap };
  return Object.entries(times).flatMap(([field, time]) => {
    const problem = time && findAlwaysQuiet(route, time);
    return problem ? [`${field}: ${problem}`] : [];
  });
}

/** Valibot accepts an empty list as an object without fields, so `"match": []` would send every signal. */
function findListsForObjects(input: unknown, output: unknown, keys: readonly unknown[]): string[] {
  if (!isObject(input) || !isObject(output)) return [];
  if (Array.isArray(input) && !Array.isArray(output)) {
    return [`${formatPath(keys)}: found an empty list; write an object`];
  }
  return Object.entries(output).flatMap(([key, value]) => {
    const inner = Array.isArray(output) ? Number(key) : key;
    return findListsForObjects(Reflect.get(input, key), value, [...keys, inner]);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
