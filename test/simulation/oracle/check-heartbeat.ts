import { isoTime } from '../../../shared/domain/clock.ts';
import { parseDuration } from '../../../shared/domain/duration.ts';
import type { CronTime } from '../../../shared/domain/routes/route.ts';
import { routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { findByLooking } from '../../support/time/plain-cron.ts';
import type { Instance } from '../parts/instance.ts';
import { configAt, hour, minute, peaceAfter } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { mayBeMuted } from './check-delays.ts';
import { wallTime } from './check-pace.ts';
import { blurOf, routeOf } from './look-up.ts';

/**
 * I3 for a heartbeat: it moves its route's item on, one of its times has passed since the route's last message, and it says
 * since when nothing was sent, and that nothing waits only if that is so.
 */
export function checkHeartbeat(world: World, digest: Item, commit: readonly TableChange[]): void {
  const { oracle, actor, plan, scheduler } = world;
  const name = `${digest.pk} ${digest.sk}`;
  const item = commit.find(({ key: { pk, sk } }) => pk === digest.pk && sk === 'META');
  if (item === undefined || Number(item.after?.ver) !== Number(item.before?.ver ?? 0) + 1) {
    oracle.violate('I3', `${name} was created without moving its route's item on`);
  }
  const route = actor && routeOf(actor, String(digest.routeId));
  if (route?.heartbeat === undefined) {
    oracle.violate('config', `${name} belongs to a route that has none`);
    return;
  }
  if (plan.reading.fastClock !== null) return;
  const last = lastMessage(world, digest);
  if (!hasTime(route.heartbeat, last - blurOf(world), scheduler.now() + plan.skewMs)) {
    oracle.violate('config', `${name} came though none of its times has passed since the last message`);
  }
  checkOwed(world, actor as Instance, digest);
  if (digest.destinationType === 'webhook') checkContent(world, actor as Instance, digest);
  else checkNews(world, digest);
}

/** I29: who has asked for lists in vain, tick after tick, knows nothing of news. */
function checkNews({ oracle, plan, scheduler }: World, { sk, text }: Item): void {
  // Before, crashes may lose what a tick has noted.
  const from = peaceAfter(plan.ticks);
  const inVain = oracle.memory.askedInVain.filter((at) => at > from && at < scheduler.now() - 5 * minute);
  if (inVain.length > 2 && /Nothing new (so far|since)/.test(String(text)))
    oracle.violate('I29', `${sk} says that nothing is new, and no list was shown at ${inVain.length} ticks`);
}

/** I3: while its route owes readers a digest, a heartbeat does not say that nothing is new. */
function checkOwed(world: World, actor: Instance, { pk, sk, text }: Item): void {
  if (!/Nothing (new|sent) (so far|since)/.test(String(text))) return;
  const { oracle, table } = world;
  const then = actor.beganAt - blurOf(world);
  const owed = [...table.all(pk)].find(
    (one) =>
      one.sk.startsWith('DIG#') &&
      one.kind === undefined &&
      !['DELIVERED', 'DISCARDED'].includes(String(one.state)) &&
      Math.max(Number(one.frozenAt), Number(one.resentAt ?? 0)) < then,
  );
  if (owed) oracle.violate('I3', `${sk} says that nothing is new, and ${owed.sk} is not delivered`);
}

function checkContent(world: World, actor: Instance, digest: Item): void {
  const { oracle, table, scheduler } = world;
  const { data } = JSON.parse(String(digest.text)) as {
    data: Record<'since' | 'until' | 'nextAt', string | null>;
  };
  const rounds = messagesOf(world, digest).filter(({ kind }) => kind === undefined);
  const since = Math.max(0, ...rounds.map(({ frozenAt }) => Number(frozenAt)));
  const isSame = Math.abs(Date.parse(data.since ?? isoTime(0)) - since) < blurOf(world);
  if (!isSame && since <= Date.parse(String(data.until))) {
    oracle.violate(
      'I3',
      `${digest.sk} tells of nothing since ${data.since}, and ${isoTime(since)} was the last`,
    );
  }
  if (data.nextAt !== null || routeOf(actor, String(digest.routeId))?.gather !== undefined) return;
  const waiting = [...table.all(digest.pk)].find(
    (entry) =>
      entry.sk.startsWith('OUT#') &&
      (oracle.memory.enteredAt.get(`${entry.pk} ${entry.sk}`) ?? scheduler.now()) < actor.beganAt &&
      !mayBeMuted(world, actor, entry),
  );
  if (waiting) oracle.violate('I3', `${digest.sk} says that nothing waits, and ${waiting.sk} does`);
}

/** I10: a heartbeat has come once its time has passed since its route's last message. */
export function checkHeartbeatsCame(world: World): void {
  const { table, plan, oracle, scheduler, version } = world;
  if (plan.reading.fastClock !== null) return;
  for (const { id, heartbeat, gather = '0 seconds' } of configAt(plan.configs, version).routes) {
    const { pk } = routeKey(id);
    const route = table.peek(routeKey(id));
    // Its address does not exist: nothing is sent there until somebody resumes the route.
    if (route?.state === 'DISABLED') continue;
    const mark = route?.heartbeat as { at: number; times: string } | undefined;
    if (heartbeat === undefined || mark?.times !== `${heartbeat.cron} ${heartbeat.timezone}`) continue;
    if ([...table.all(pk)].some(({ sk }) => sk.startsWith('OUT#'))) continue;
    const last = Math.max(mark.at, lastMessage(world, { pk, sk: '' }));
    const from = last + blurOf(world) + 10 * minute + parseDuration(gather);
    if (hasTime(heartbeat, from, scheduler.now() - 3 * hour))
      oracle.violate('I10', `${pk} misses a heartbeat`);
  }
}

function messagesOf({ oracle }: World, { pk, sk }: Pick<Item, 'pk' | 'sk'>): Item[] {
  return [...oracle.memory.digests.values()].filter((one) => one.pk === pk && one.sk !== sk);
}

function lastMessage(world: World, digest: Pick<Item, 'pk' | 'sk'>): number {
  // A recap or a reminder is about what was sent, and says nothing of what is new.
  const own = messagesOf(world, digest).filter(({ kind }) => kind === undefined || kind === 'heartbeat');
  return Math.max(0, ...own.map(({ frozenAt }) => Number(frozenAt)));
}

function hasTime({ cron, timezone }: CronTime, from: number, until: number): boolean {
  const time = findByLooking(cron, wallTime(timezone, from), 40);
  return time !== null && time <= wallTime(timezone, until);
}
