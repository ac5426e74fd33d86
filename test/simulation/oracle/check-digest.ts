import { routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { day, hour } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { checkLeaseOver, noteRefusedForm } from './check-attempts.ts';
import { checkGivenUp, countTry, noteRenewal } from './check-given-up.ts';
import { checkHeartbeat } from './check-heartbeat.ts';
import { checkToldHeld } from './check-held.ts';
import { checkGathered, checkOwnTime, wasDisabled } from './check-pace.ts';
import { checkQuietFreeze } from './check-quiet.ts';
import { checkReport } from './check-report.ts';
import { membersOf } from './check-signal.ts';
import { checkRelease } from './check-summary.ts';
import { checkRefusal, checkWritable } from './check-templates.ts';
import { checkPair, isGivenUpWithFirst, noteThread } from './check-thread.ts';
import { digestIn } from './digest-body.ts';

/** I3 when a digest is created, I4 from then on, and the permitted changes of its state (I14). */
export function checkDigestChange(world: World, change: TableChange, commit: readonly TableChange[]): void {
  const { before, after } = change;
  if (before === undefined && after !== undefined) checkFreeze(world, change, after, commit);
  else if (before !== undefined && after === undefined) checkRemoval(world, before);
  else if (before !== undefined && after !== undefined) {
    checkUnchanged(world, change, after);
    checkTransition(world, before, after);
    noteRefusedForm(world, before, after);
    checkRefusal(world, before, after);
  }
}

function checkFreeze(world: World, { key }: TableChange, after: Item, commit: readonly TableChange[]): void {
  const { oracle } = world;
  const { digests, digestKeys, frozenIn } = oracle.memory;
  const name = `${key.pk} ${key.sk}`;
  const digestId = String(after.digestId);
  if (digestKeys.has(digestId)) oracle.violate('I4', `a second digest has the id ${digestId}`);
  digestKeys.set(digestId, name);
  digests.set(name, after);
  const members = membersOf(after);
  if (after.kind === 'heartbeat') checkHeartbeat(world, after, commit);
  else if (after.kind !== undefined) checkReport(world, after, commit);
  else checkToldHeld(world, key.pk, after);
  checkGathered(world, after, commit);
  checkOwnTime(world, after, commit);
  checkTotals(world, after, commit);
  checkWritable(world, after, commit);
  checkPair(world, after, commit);
  checkQuietFreeze(world, after);
  // A message whose signals all stand in its thread has none itself.
  const isEmpty = members.length === 0 && after.repliedBy === undefined;
  if (isEmpty !== (after.kind !== undefined)) {
    oracle.violate('I3', `${name} has ${members.length} members as a ${String(after.kind ?? 'digest')}`);
  }
  for (const sk of members) {
    const taken = commit.find(({ key: at, before, after: left }) => {
      return at.pk === key.pk && at.sk === sk && before !== undefined && left === undefined;
    });
    if (taken?.before) checkRelease(world, taken.before);
    if (!taken) oracle.violate('I3', `${name} holds ${sk}, which was no longer in the outbox`);
    const member = `${key.pk} ${sk}`;
    if (frozenIn.has(member)) oracle.violate('I3', `${sk} is in two digests`);
    frozenIn.set(member, name);
  }
}

function checkRemoval(world: World, before: Item): void {
  const isFinal = before.state === 'DELIVERED' || before.state === 'DISCARDED';
  if (!isFinal) world.oracle.violate('I4', `${before.sk} was removed as ${before.state}`);
  // The last state is kept: `checkEnd` needs to know whether it was discarded.
  world.oracle.memory.digests.set(`${before.pk} ${before.sk}`, before);
}

function checkUnchanged(world: World, { key }: TableChange, after: Item): void {
  const first = world.oracle.memory.digests.get(`${key.pk} ${key.sk}`);
  const same =
    first !== undefined &&
    first.digestId === after.digestId &&
    first.text === after.text &&
    first.plainText === after.plainText &&
    membersOf(first).join() === membersOf(after).join();
  if (!same) world.oracle.violate('I4', `${key.pk} ${key.sk} changed its bytes, its id or its members`);
}

/** `actor` is absent if the world itself writes. */
function checkTransition(world: World, before: Item, after: Item): void {
  const { oracle, actor } = world;
  noteRenewal(world, before, after);
  const now = actor?.now() ?? world.scheduler.now();
  const step = `${before.pk} ${before.sk} from ${before.state} to ${after.state}`;
  if (before.state === 'DELIVERED' && after.state === 'FROZEN') {
    checkReplay(world, before, after, step);
  } else if (before.state === 'DELIVERED' || before.state === 'DISCARDED') {
    oracle.violate('I14', `${step}: its state is final`);
  } else if (after.state === 'DISCARDED') {
    checkDiscard(world, before, step);
  } else if (after.state === 'SENDING') {
    const isDue = (before.state === 'FROZEN' || before.state === 'HELD') && Number(before.dueAt) <= now;
    const isAbandoned =
      before.state === 'SENDING' && Number(before.leaseUntil) <= now && Number(before.dueAt) <= now;
    if (!isDue && !isAbandoned) oracle.violate('I14', `${step}: neither due nor abandoned`);
    if (after.fence !== Number(before.fence) + 1) oracle.violate('I14', `${step}: without a new fence`);
    checkLeaseOver(world, before, after);
    countTry(oracle, after, 1);
  } else if (before.state === 'SENDING') {
    checkSettlement(world, before, after, step);
  } else if (after.state !== 'FROZEN') {
    oracle.violate('I14', `${step}: not a permitted change`);
  }
}

/** Only an operator sends a delivered digest again; its sender must claim it again. */
function checkReplay({ oracle, actor, scheduler }: World, before: Item, after: Item, step: string): void {
  oracle.memory.replays.set(String(after.digestId), scheduler.now());
  const isDue = after.resentAt !== before.resentAt && after.dueAt === after.resentAt;
  if (actor?.name !== 'operator' || !isDue || after.fence !== before.fence)
    oracle.violate('I14', `${step}: no operator requested it`);
}

/** Only its sender may change a digest with a live lease. */
function checkDiscard({ oracle, actor }: World, before: Item, step: string): void {
  const isLeased = before.state === 'SENDING' && Number(before.leaseUntil) > (actor?.now() ?? 0);
  if (actor?.name !== 'operator' || isLeased) oracle.violate('I14', `${step}: not permitted in this state`);
}

function checkSettlement(world: World, before: Item, after: Item, step: string): void {
  const { oracle, actor, plan } = world;
  const claim = actor?.claim;
  const own = claim?.digestId.startsWith(String(before.digestId)) && claim.fence === before.fence;
  if (!own) oracle.violate('I14', `${step}: written without its claim`);
  if (after.state === 'DELIVERED' && !isTaken(world, before)) {
    oracle.violate('I10', `${step}: its destination never accepted it`);
  }
  if (after.state === 'DELIVERED') noteThread(world, after);
  const name = `${after.pk} ${after.sk}`;
  const first = { knownAt: world.scheduler.now(), deliveredAt: Number(after.deliveredAt) };
  if (after.state === 'DELIVERED' && !oracle.memory.delivered.has(name))
    oracle.memory.delivered.set(name, first);
  if (after.state === 'DEAD' && !isGivenUpWithFirst(world, before)) checkGivenUp(world, before, step);
  if (after.state === 'FROZEN') checkPutOff(world, before, after, step);
  if (after.state !== 'HELD') return;
  if (actor?.posted === null) countTry(oracle, before, -1);
  if (!(Number(after.dueAt) <= world.scheduler.now() + hour + plan.skewMs)) {
    oracle.violate('I10', `${step}: not looked at again within the hour`);
  }
  // An operator may have handed it over.
  const routeId = String(before.instead ?? before.routeId);
  const route = actor?.config.routes.find(({ id }) => id === routeId);
  const isTakable = route?.to.type === before.destinationType;
  if (actor && isTakable && !wasDisabled(world, actor, routeKey(routeId).pk)) {
    oracle.violate('I10', `${step}: kept although its route can take it`);
  }
}

/** I10: for a day, a 429 with `Retry-After` uses up no attempt. Every other failed call does. */
function checkPutOff({ oracle, actor }: World, before: Item, after: Item, step: string): void {
  const posted = actor?.posted ?? null;
  if (posted === null) {
    countTry(oracle, before, -1);
    return;
  }
  const { answer, at } = posted;
  const isCounted = after.attempts === before.attempts;
  const seconds = answer?.status === 429 ? answer.headers['retry-after'] : undefined;
  const isThrottled = seconds !== undefined && at - Number(before.throttledSince ?? at) <= day;
  if (isCounted === isThrottled) {
    oracle.violate('I10', `${step}: ${isCounted ? 'an attempt' : 'no attempt'} was used up`);
  }
  if (isThrottled) countTry(oracle, before, -1);
  if (answer?.status !== 429 && after.throttledSince !== undefined) {
    oracle.violate('I10', `${step}: throttledSince was kept after an answer other than 429`);
  }
  if (isThrottled && Number(after.dueAt) < at + Number(seconds) * 1_000) {
    oracle.violate('I10', `${step}: earlier than its destination asked for`);
  }
}

function isTaken({ destinations }: World, digest: Item): boolean {
  const taken = destinations.taken.get(String(digest.routeId)) ?? [];
  return taken.some(({ digestId }) => digestId === digest.digestId);
}

/**
 * I3 for totals: the last message of a round states as many signals as all its messages hold together, also if a crash
 * or another composer came between them. No message states fewer than there were by then.
 */
function checkTotals({ oracle }: World, digest: Item, commit: readonly TableChange[]): void {
  const said = digestIn(digest.text);
  if (said === null) return;
  const own = [...oracle.memory.digests.values()].filter(
    ({ pk, slot, kind }) => pk === digest.pk && slot === digest.slot && kind === undefined,
  );
  const sent = own.reduce((sum, one) => sum + membersOf(one).length, 0);
  const route = commit.find(({ key: { pk, sk } }) => pk === digest.pk && sk === 'META')?.after;
  const { more } = (route?.round ?? {}) as { readonly more?: unknown };
  const told = said.totals.signals;
  if (told < sent || (more === false && told > sent)) {
    oracle.violate(
      'I3',
      `${digest.pk} ${digest.sk} states a total of ${told} signals, but its round holds ${sent}`,
    );
  }
}
