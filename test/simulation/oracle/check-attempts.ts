import type { DigestClaim } from '../../../shared/domain/digests/delivery.ts';
import { digestKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';

/** Two clocks compare times, so they may differ only a little. */
const smallSkewMs = 5_000;

/** I6: two senders never send a digest at the same time, unless one was suspended. */
export function checkAlone(world: World, instance: Instance): void {
  const { claim } = instance;
  if (claim === null || instance.stoodStill) return;
  if (othersSending(world, instance).some((other) => other.digestId === claim.digestId)) {
    world.oracle.violate('I6', `${claim.digestId} is sent while another attempt of it is running`);
  }
}

/** The claims of others that are sending right now, and were not suspended. */
function othersSending({ instances }: World, instance: Instance): DigestClaim[] {
  return (instances.get('deliver-digest') ?? []).flatMap((one) => {
    const isUnderWay = !one.dead && one.busy && !one.stoodStill && one.posted?.isOver === false;
    return one !== instance && isUnderWay && one.claim !== null ? [one.claim] : [];
  });
}

/** I14: a sender that was suspended after its claim starts no attempt that could outlast its lease. */
export function checkLease({ oracle, table, plan }: World, instance: Instance): void {
  const { claim, claimedAt } = instance;
  if (claim === null) return;
  const { routeId, slot, part } = claim.pointer;
  const heldMs = instance.now() - claimedAt;
  if (heldMs > leaseMs - attemptMs) {
    oracle.violate('I14', `${claim.digestId} is sent ${Math.round(heldMs / 1_000)} s after it was claimed`);
  }
  if (plan.skewMs <= smallSkewMs && table.peek(digestKey({ routeId, slot, part }))?.state === 'DISCARDED') {
    oracle.violate('I14', `${claim.digestId} is sent although it was discarded`);
  }
}

const leaseMs = 90_000;
const attemptMs = 20_000;

/** I15: nobody takes a digest over before its sender's lease has ended by the sender's own clock. */
export function checkLeaseOver({ oracle, scheduler, actor }: World, before: Item, after: Item): void {
  const { leaseEnds } = oracle.memory;
  const name = `${after.pk} ${after.sk}`;
  const now = scheduler.now();
  if (before.state === 'SENDING' && (leaseEnds.get(name) ?? 0) > now) {
    oracle.violate('I15', `${name} is claimed while its sender's lease lasts`);
  }
  leaseEnds.set(name, Number(after.leaseUntil) + now - (actor?.now() ?? now));
}

/** I6: a sender that is stopped in time still gets the destination's answer, so without faults nothing is sent again. */
export function checkTakenOnce(
  { oracle, plan, destinations }: World,
  routeId: string,
  digestId: string,
): void {
  if (plan.coincidence?.stops === undefined || !plan.coincidence.isCalm) return;
  const isTaken = destinations.taken.get(routeId)?.some((taken) => taken.digestId === digestId) === true;
  if (isTaken)
    oracle.violate('I6', `${digestId} is sent again after a stop, although ${routeId} had accepted it`);
}

/** I13: a route never makes more attempts at once than its share, so that it does not delay other routes. */
export function checkShare(world: World, instance: Instance): void {
  const routeId = instance.claim?.pointer.routeId;
  if (routeId === undefined || world.plan.skewMs > smallSkewMs || instance.stoodStill) return;
  const others = othersSending(world, instance).filter(({ pointer }) => pointer.routeId === routeId);
  if (others.length >= shareOfRoute) {
    world.oracle.violate('I13', `${routeId} has ${others.length + 1} attempts at once`);
  }
}

const shareOfRoute = 2;

/** If a destination rejected a digest's format, it is not sent in that format again. */
export function noteRefusedForm({ oracle, actor }: World, before: Item, after: Item): void {
  const isRefused = actor?.posted?.answer?.body.includes('invalid_blocks') === true;
  if (isRefused && before.state === 'SENDING' && after.state === 'FROZEN') {
    oracle.memory.rejectedAt.set(String(before.digestId), Number(before.fence));
  }
}

/** I10: a destination that answered that it is gone is not called until its route is resumed. */
export function checkGone({ oracle, table }: World, { posted }: Instance, routeId: string): void {
  const pk = `R#${routeId}`;
  const resumedAt = oracle.memory.enabledAt.get(pk) ?? 0;
  if (table.peek({ pk, sk: 'META' })?.state === 'DISABLED' || resumedAt >= (posted?.trueAt ?? 0)) return;
  oracle.violate('I10', `${routeId} is gone, and its route is not disabled`);
}
