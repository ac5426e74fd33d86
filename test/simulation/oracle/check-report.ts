import { routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { configAt, day, hour } from '../parts/plan.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { digestIn, idOf, signalsIn } from './digest-body.ts';
import { routeOf, rowOf } from './look-up.ts';

/**
 * I26: a report moves its route's item on. A recap counts what became of the hot signals of its period, as it was at some moment
 * since it asked. A reminder is about rows that nobody had touched then, whose deadline is ahead, once for each time.
 */
export function checkReport(world: World, digest: Item, commit: readonly TableChange[]): void {
  const { oracle, actor } = world;
  const item = commit.find(({ key: { pk, sk } }) => pk === digest.pk && sk === 'META');
  if (item === undefined || Number(item.after?.ver) !== Number(item.before?.ver ?? 0) + 1)
    oracle.violate('I26', `${digest.pk} ${digest.sk} was created without moving its route's item on`);
  const route = actor && routeOf(actor, String(digest.routeId));
  if ((digest.kind === 'recap' ? route?.recap : route?.remind) === undefined)
    oracle.violate('config', `${digest.pk} ${digest.sk} belongs to a route that has none`);
  if (digest.destinationType !== 'webhook' || world.plan.reading.fastClock !== null) return;
  const { data } = JSON.parse(String(digest.text)) as { data: ReportData };
  if (digest.kind === 'recap') checkRecap(world, digest, data);
  else checkReminder(world, digest, data, route?.remind ?? []);
}

interface ReportData {
  readonly since: string;
  readonly until: string;
  readonly counts: Readonly<
    Record<'hot' | 'acted' | 'saved' | 'notInterested' | 'untouched' | 'unknown', number>
  >;
  readonly signals: readonly {
    readonly bridgeId: string;
    readonly rowId: string;
    readonly closesAt: string;
  }[];
}

const counted = {
  New: 'untouched',
  Actioned: 'acted',
  Attending: 'acted',
  Sponsoring: 'acted',
  Saved: 'saved',
  NotInterested: 'notInterested',
  Deleted: 'unknown',
} as const;

function checkRecap(world: World, digest: Item, { since, until, counts }: ReportData): void {
  const { oracle, actor, scheduler, plan } = world;
  const sent = hotSent(world, digest.pk, Date.parse(since), Date.parse(until));
  const surely = sent.filter(({ knownAt }) => knownAt < (actor?.beganAt ?? 0));
  const name = `${digest.pk} ${digest.sk}`;
  const least = new Set(surely.map(({ id }) => id)).size;
  const ids = [...new Set(sent.map(({ id }) => id))];
  if (counts.hot < least || counts.hot > ids.length)
    oracle.violate(
      'I26',
      `${name} counts ${counts.hot} hot signals, and ${least} to ${ids.length} were sent`,
    );
  const kinds = ['acted', 'saved', 'notInterested', 'untouched'] as const;
  const sum = kinds.reduce((all, kind) => all + counts[kind], counts.unknown);
  if (sum !== counts.hot)
    oracle.violate('I26', `${name} counts ${counts.hot} hot signals, and ${sum} by what became of them`);
  const possible = ids.map((id) => {
    const row = rowOf(world, id);
    return row ? became(row, Date.parse(until) - plan.skewMs, scheduler.now()) : new Set();
  });
  for (const kind of kinds) {
    const most = possible.filter((statuses) => statuses.has(kind)).length;
    if (counts[kind] > most)
      oracle.violate('I26', `${name} counts ${counts[kind]} ${kind}, and there were at most ${most}`);
  }
}

/** What a row can have been found as since a time. */
function became({ statuses }: UpstreamRow, since: number, now: number): Set<string> {
  const changes = statuses.filter(({ at }) => at <= now);
  const first = Math.max(
    0,
    changes.findLastIndex(({ at }) => at <= since),
  );
  return new Set(changes.slice(first).map(({ status }) => counted[status]));
}

/** The hot signals in the digests of a route that were first delivered in a period by their own clock; `knownAt` in true time. */
function hotSent({ oracle }: World, pk: string, since: number, until: number) {
  const found: { readonly id: string; readonly knownAt: number }[] = [];
  for (const [name, digest] of oracle.memory.digests) {
    if (digest.pk !== pk) continue;
    const first = oracle.memory.delivered.get(name);
    if (first === undefined || first.deliveredAt <= since || first.deliveredAt > until) continue;
    const said = digestIn(digest.text);
    for (const { id, hot } of said === null ? [] : signalsIn(said))
      if (hot) found.push({ id, knownAt: first.knownAt });
  }
  return found;
}

function checkReminder(
  world: World,
  digest: Item,
  { until, signals }: ReportData,
  remind: readonly string[],
): void {
  const { oracle, actor, scheduler, plan } = world;
  const at = Date.parse(until);
  const sent = new Set(hotSent(world, digest.pk, 0, Number.MAX_SAFE_INTEGER).map(({ id }) => id));
  for (const signal of signals) {
    const id = idOf(signal);
    const name = `${digest.pk} ${digest.sk} reminds of ${id}`;
    const row = rowOf(world, id);
    const deadline = Date.parse(signal.closesAt);
    if (!sent.has(id)) oracle.violate('I26', `${name}, which was not delivered there`);
    if (row && !became(row, at - plan.skewMs, scheduler.now()).has('untouched'))
      oracle.violate('I26', `${name}, which was touched before it was looked up`);
    if (deadline <= (actor?.now() ?? 0)) oracle.violate('I26', `${name} after its deadline`);
    const before = oracle.memory.reminded.get(`${digest.pk} ${id}`) ?? [];
    const last = Math.max(0, ...before.filter((one) => one.deadline === deadline).map((one) => one.at));
    // In UTC, as all of its routes: the midnight that begins a day so long before the deadline's.
    const times = remind.map((text) => deadline - (Number.parseInt(text, 10) + 1) * day);
    if (!times.some((time) => time > last && time <= at))
      oracle.violate('I26', `${name} for no time of its own`);
    oracle.memory.reminded.set(`${digest.pk} ${id}`, [...before, { at, deadline }]);
  }
}

/** I10: what was due hours ago has come, or there was nothing to tell. */
export function checkReportsCame(world: World): void {
  const { table, plan, oracle, scheduler, version } = world;
  if (plan.coincidence?.name !== 'what became' || plan.reading.fastClock !== null) return;
  for (const { id, recap } of configAt(plan.configs, version).routes) {
    const route = table.peek(routeKey(id));
    if (recap === undefined || route?.state === 'DISABLED') continue;
    const { at = 0 } = (route?.recap ?? {}) as { readonly at?: number };
    if (at < scheduler.now() - day - 2 * hour)
      oracle.violate('I10', `${id} misses a recap since ${new Date(at).toISOString()}`);
  }
}
