import { isSqsEvent } from '../../../functions/runtime/invocation.ts';
import type { EventMessage } from '../../../shared/domain/polling/poll-message.ts';
import { keyFamilies, upstreamKey } from '../../../shared/ledger/items/keys.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { type Instance, tell } from '../parts/instance.ts';
import { minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';

/** Bodies of the messages that an invocation got because of events; empty for any other. */
function eventsOf({ name, event }: Instance): readonly string[] {
  if (!isSqsEvent(event) || (name !== 'plan-polls' && name !== 'poll-signals')) return [];
  const bodies = event.Records.map(({ body }) => body);
  return name === 'plan-polls' ? bodies : bodies.filter((body) => body.includes('"urgent"'));
}

const isForEvents = (instance: Instance): boolean => eventsOf(instance).length > 0;

/** Notes when a buyer leaves a roster: who began before could still read that it is there. */
export function noteLeft({ oracle, scheduler }: World, { key, after }: TableChange): void {
  if (key.sk.startsWith('BUY#') && after === undefined)
    oracle.memory.events.leftAt.set(`${key.pk} ${key.sk}`, scheduler.now());
}

/** I27: an event changes when a buyer is read, and nothing else. */
export function checkEventChange(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor } = world;
  if (actor === null || !isForEvents(actor)) return;
  const changed = Object.keys({ ...before, ...after }).filter((name) => before?.[name] !== after?.[name]);
  const violate = (what: string): void => oracle.violate('I27', `${tell(actor)} ${what} because of an event`);
  if (key.sk === upstreamKey('lists').sk) {
    const others = changed.filter((name) => ['pausedUntil', 'pauseReason', 'probeUntil'].includes(name));
    if (before !== undefined && others.length > 0) violate(`changes ${others.join(', ')}`);
    return;
  }
  const isBuyer = key.pk.startsWith(keyFamilies.buyers) && key.sk === 'META';
  if (isBuyer && before?.state !== 'LIVE') violate(`changes ${key.pk}, which was never read completely,`);
  if (actor.name !== 'plan-polls' || key.pk.startsWith(keyFamilies.upstream)) return;
  const isWoken = isBuyer && changed.every((name) => name === 'dueAt' || name === 'dueShard');
  if (!isWoken) violate(`writes ${key.pk} ${key.sk}`);
}

/** I27: no first list is read because of an event, and calls of lists take no more than a tenth of their rate. */
export function checkEventRequest(world: World, instance: Instance, url: URL): void {
  const { oracle, plan, scheduler, table } = world;
  if (!isForEvents(instance)) return;
  const buyerId = url.searchParams.get('buyerId') ?? '';
  const isList = url.pathname.endsWith('/buyer-signals') && url.searchParams.get('sort') === 'Date';
  if (isList && instance.buyers.get(buyerId)?.state !== 'LIVE')
    oracle.violate('I27', `${tell(instance)} reads the first list of ${buyerId} because of an event`);
  if (!isList && !url.pathname.endsWith('/row')) return;
  const { callsPerSecond = Number.POSITIVE_INFINITY } = instance.config.api;
  const rate = Math.min(Number(table.peek(upstreamKey('lists'))?.perSecond ?? 20), 0.7 * callsPerSecond);
  const now = scheduler.now();
  const { calls } = oracle.memory.events;
  calls.push({ at: now, rate });
  const lately = calls.filter(({ at }) => at > now - minute);
  calls.splice(0, calls.length - lately.length);
  // To clocks that differ, a minute is over earlier.
  if (plan.skewMs > 0 || plan.reading.fastClock !== null) return;
  const most = Math.max(...lately.map((one) => one.rate));
  // What it saved, and what was reserved before the minute began.
  const allowed = 6 * most + 2 * Math.max(3, most / 2) + 1;
  if (lately.length <= allowed) return;
  oracle.violate(
    'I27',
    `${lately.length} calls in a minute are because of events, at ${most} calls a second`,
  );
}

/** I27: nobody but watched buyers is polled because of an event, and nothing is asked about for a third time. */
export function checkEventSends(
  world: World,
  instance: Instance,
  name: string,
  bodies: readonly string[],
): void {
  for (const body of bodies) {
    const { buyerIds = [], bridgeId } = JSON.parse(body) as EventMessage;
    const unwatched = buyerIds.filter((buyerId) => !isWatchedBy(world, instance, buyerId));
    if (name === 'urgent' && unwatched.length > 0)
      world.oracle.violate('I27', `${tell(instance)} has ${unwatched.join()} polled, whom nobody watches`);
    if (name !== 'events') continue;
    const isFirst = eventsOf(instance).some(
      (given) => !given.includes('again') && (buyerIds.length > 0 || given.includes(String(bridgeId))),
    );
    if (!isFirst) world.oracle.violate('I27', `${tell(instance)} asks for the third time: ${body}`);
  }
}

export function isWatchedBy(
  { table, oracle }: World,
  { config, beganAt }: Instance,
  buyerId: string,
): boolean {
  const { buyers, bridges, except } = config.watch;
  if (except?.buyers.includes(buyerId)) return false;
  const isInRoster = (bridgeId: string): boolean => {
    const key = { pk: `BR#${bridgeId}`, sk: `BUY#${buyerId}` };
    const leftAt = oracle.memory.events.leftAt.get(`${key.pk} ${key.sk}`) ?? 0;
    return table.peek(key) !== undefined || leftAt >= beganAt;
  };
  return buyers.includes(buyerId) || bridges.some(isInRoster);
}
