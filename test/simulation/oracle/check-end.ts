import type { Item } from '../../../shared/ledger/table.ts';
import { invokeAsync } from '../world/invoke.ts';
import { minute } from '../world/plan.ts';
import { leastDays, type UpstreamRow } from '../world/upstream.ts';
import type { World } from '../world/world.ts';
import { checkSecrets } from './check-secrets.ts';
import { membersOf } from './check-signal.ts';

const dayMs = 86_400_000;

/** What has to hold once everything has come to its end. */
export async function checkEnd(world: World): Promise<void> {
  for (const row of world.upstream.rows.values()) checkRecorded(world, row);
  checkSettled(world);
  checkDeliveredOnce(world);
  for (const item of world.table.all())
    checkSecrets(world.oracle, `${item.pk} ${item.sk}`, JSON.stringify(item));
  for (const { body } of world.queues.deadLetters) checkSecrets(world.oracle, 'a dead letter', body);
  for (const { body } of world.oracle.memory.posts) checkSecrets(world.oracle, 'a digest', body);
  if (!world.oracle.violation) await checkRepeats(world);
}

/**
 * I1 and I8 as they are felt: what is still listed is recorded, if the daily deep scan covers its date, or if it
 * came after the first complete scan with a date at most the margin before it, however long nobody looked.
 */
function checkRecorded(world: World, row: UpstreamRow): void {
  const { oracle, scheduler, plan } = world;
  const { buyerId, index, signalDate } = row.plan;
  if (row.status !== 'New' || buyerId === plan.poisonBuyer || !isWatched(world, buyerId)) return;
  const inDeepScan = signalDate > scheduler.now() - ((leastDays.LastThreeMonths as number) - 5) * dayMs;
  const liveAt = oracle.memory.liveAt.get(buyerId) ?? Number.POSITIVE_INFINITY;
  const inGap = row.visibleAt > liveAt && row.visibleAt - signalDate < 13 * dayMs;
  if (!inDeepScan && !(inGap && row.steady)) return;
  if (oracle.memory.signals.has(`${buyerId} ${row.signalId}`)) return;
  oracle.violate(inDeepScan ? 'I1' : 'I8', `row ${index} is listed and was never recorded`);
}

function isWatched({ plan }: World, buyerId: string): boolean {
  const { watch } = plan.configs.at(-1) as (typeof plan.configs)[number];
  // A poisoned buyer's rows are read from its bridge all the same.
  return watch.buyers.includes(buyerId) || watch.bridges.length > 0;
}

/** I10: nothing waits any more. I13: whatever is poisoned holds up nothing else. */
function checkSettled({ table, oracle, plan }: World): void {
  for (const item of table.all()) {
    const routeId = item.pk.slice('R#'.length);
    if (!item.pk.startsWith('R#') || routeId === plan.poisonRoute) continue;
    if (/^(OUT|HELD)#/.test(item.sk)) oracle.violate('I10', `${item.pk} ${item.sk} still waits for a digest`);
    const isDigest = item.sk.startsWith('DIG#') && !isMisplaced(plan, item);
    if (isDigest && item.state !== 'DELIVERED') {
      oracle.violate('I10', `${item.pk} ${item.sk} is still ${item.state}`);
    }
  }
  const id = plan.poisonBuyer ?? plan.poisonRoute;
  if (oracle.violation && id !== null) oracle.violate('I13', `something other than ${id} was held up`);
}

/** Written for another kind of destination than the route has in the end: it waits for the config to change back. */
function isMisplaced({ configs }: World['plan'], digest: Item): boolean {
  const route = configs.at(-1)?.routes.find(({ id }) => id === digest.routeId);
  return route?.to.type !== digest.destinationType;
}

/** I3 and I6: of each signal, each route it matched took exactly one digest. */
function checkDeliveredOnce({ oracle, destinations, plan }: World): void {
  const { signals, digests, frozenIn } = oracle.memory;
  const members = new Map<string, string[]>();
  for (const [member, digest] of frozenIn) {
    const signal = signalOf(member);
    members.set(signal, [...(members.get(signal) ?? []), digest]);
  }
  const dropped = new Set([...oracle.memory.dropped].map(signalOf));
  for (const { buyerId, signalId, routeIds } of signals.values()) {
    for (const routeId of routeIds) {
      if (routeId === plan.poisonRoute) continue;
      const entry = `R#${routeId} ${buyerId}#${signalId}`;
      const holders = members.get(entry) ?? [];
      if (holders.length === 0 && dropped.has(entry)) continue;
      if (holders.length !== 1) {
        oracle.violate('I3', `${signalId} is in ${holders.length} digests of ${routeId}`);
        continue;
      }
      const digest = digests.get(holders[0] as string);
      const taken = (destinations.taken.get(routeId) ?? []).filter(
        (one) => one.digestId === digest?.digestId,
      );
      const isOwed = digest !== undefined && !isMisplaced(plan, digest);
      if (taken.length === 0 && isOwed) oracle.violate('I6', `${signalId} never reached ${routeId}`);
    }
  }
  for (const [routeId, taken] of destinations.taken) checkDeduping(oracle, routeId, taken);
  for (const digest of digests.values()) {
    if (membersOf(digest).length > 99)
      oracle.violate('I3', 'a digest has more members than a transaction takes');
  }
}

/** `pk buyerId#signalId` of an outbox entry's `pk sk`. */
function signalOf(entry: string): string {
  return `${entry.slice(0, entry.indexOf(' '))} ${entry.slice(entry.indexOf('Z#') + 2)}`;
}

/** What a receiver sees that drops repeats by `webhook-id`: each signal once. Unreadable ones are only counted. */
function checkDeduping(
  oracle: World['oracle'],
  routeId: string,
  taken: readonly { readonly digestId: string; readonly body: string }[],
): void {
  const bodies = new Map<string, string>();
  const seen = new Set<string>();
  for (const { digestId, body } of taken) {
    const known = bodies.get(digestId);
    const isWebhook = body.startsWith('{"type":"');
    if (isWebhook && known !== undefined && known !== body)
      oracle.violate('I5', `${routeId} took two bodies under ${digestId}`);
    if (known !== undefined) continue;
    bodies.set(digestId, body);
    if (!isWebhook || body.startsWith('{"type":"heartbeat.created"')) continue;
    const { data } = JSON.parse(body) as DigestBody;
    for (const { bridgeId, rowId } of data.buyers.flatMap(({ signals }) => signals)) {
      const id = `${bridgeId}#${rowId}`;
      if (seen.has(id)) oracle.violate('I6', `${routeId} took ${id} in two digests`);
      seen.add(id);
    }
  }
}

interface DigestBody {
  readonly data: {
    readonly buyers: readonly {
      readonly signals: readonly { readonly bridgeId: string; readonly rowId: string }[];
    }[];
  };
}

/** I14: every message comes once more, and the last tick too: no destination hears of it. */
async function checkRepeats(world: World): Promise<void> {
  const { queues, scheduler, oracle, plan } = world;
  const before = oracle.memory.posts.filter(({ routeId }) => routeId !== plan.poisonRoute).length;
  for (const name of ['delivery', 'summary'] as const)
    queues.accept(name, [...(queues.everSent.get(name) ?? [])]);
  const slot = new Date((plan.ticks.at(-1) as (typeof plan.ticks)[number]).slot).toISOString();
  for (const { id } of plan.configs[0]?.routes ?? [])
    invokeAsync(world, 'compose-digests', { routeId: id, slot });
  for (const { pk, slot: told } of [...world.table.all()].filter((item) => item.sk === 'HEARTBEAT')) {
    invokeAsync(world, 'compose-digests', {
      heartbeat: true,
      routeId: pk.slice('R#'.length),
      slot: told as string,
    });
  }
  await scheduler.runUntil(scheduler.now() + 10 * minute);
  const after = oracle.memory.posts.filter(({ routeId }) => routeId !== plan.poisonRoute).length;
  if (after > before) oracle.violate('I14', `repeats made ${after - before} calls`);
}
