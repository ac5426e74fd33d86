import { senderOf } from '../../../shared/domain/digests/delivery.ts';
import { digestKey } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';

/** Leases are compared by two clocks. */
const smallSkewMs = 5_000;

/** I6: two senders never have a digest on its way at once, unless one of them stood still or clocks are far apart. */
export function checkAlone({ oracle, plan, instances }: World, instance: Instance): void {
  const { claim } = instance;
  if (claim === null || plan.skewMs > smallSkewMs || instance.stoodStill) return;
  const others = (instances.get('deliver-digest') ?? []).filter((one) => {
    return one !== instance && !one.dead && one.busy && !one.stoodStill && one.posted?.isOver === false;
  });
  if (others.some(({ claim: held }) => held?.digestId === claim.digestId)) {
    oracle.violate('I6', `${claim.digestId} leaves while another attempt of it is under way`);
  }
}

/** I14: who stood still since its claim begins nothing that could outlast its lease: the digest may be another's by then. */
export function checkLease({ oracle, table, plan }: World, instance: Instance): void {
  const { claim, claimedAt } = instance;
  if (claim === null) return;
  const { routeId, slot, part } = claim.pointer;
  const heldMs = instance.now() - claimedAt;
  if (heldMs > leaseMs - attemptMs) {
    oracle.violate('I14', `${claim.digestId} leaves ${Math.round(heldMs / 1_000)} s after it was claimed`);
  }
  if (plan.skewMs <= smallSkewMs && table.peek(digestKey(routeId, slot, part))?.state === 'DISCARDED') {
    oracle.violate('I14', `${claim.digestId} leaves although it was discarded`);
  }
}

const leaseMs = 90_000;
const attemptMs = 20_000;

/** I6: who is stopped in time hears what a destination answers. Without faults nothing is left that would send again. */
export function checkTakenOnce(
  { oracle, plan, destinations }: World,
  routeId: string,
  digestId: string,
): void {
  if (plan.coincidence?.stops === undefined || !plan.coincidence.isCalm) return;
  const isTaken = destinations.taken.get(routeId)?.some((taken) => taken.digestId === digestId) === true;
  if (isTaken) oracle.violate('I6', `${digestId} is sent again after a stop, and ${routeId} had taken it`);
}

/** I13: a route never has more attempts under way than its share, or it would keep the others waiting. */
export function checkShare({ oracle, plan, instances }: World, instance: Instance): void {
  const { claim } = instance;
  if (claim === null || plan.skewMs > smallSkewMs || instance.stoodStill) return;
  const others = (instances.get('deliver-digest') ?? []).filter((one) => {
    const isUnderWay = !one.dead && one.busy && !one.stoodStill && one.posted?.isOver === false;
    return one !== instance && isUnderWay && one.claim !== null && senderOf(one.claim) === senderOf(claim);
  });
  if (others.length >= shareOfRoute) {
    oracle.violate('I13', `${senderOf(claim)} has ${others.length + 1} attempts under way at once`);
  }
}

const shareOfRoute = 2;

/** A destination that refused the form of a digest is not sent that form again. */
export function noteRefusedForm({ oracle, actor }: World, before: Item, after: Item): void {
  const isRefused = actor?.posted?.answer?.body === 'invalid_blocks';
  if (isRefused && before.state === 'SENDING' && after.state === 'FROZEN') {
    oracle.memory.plain.add(String(before.digestId));
  }
}

/** I10: a destination that said that it wants no more is called no more, until somebody resumes its route. */
export function checkGone({ oracle, table }: World, { posted }: Instance, routeId: string): void {
  const pk = `R#${routeId}`;
  const resumedAt = oracle.memory.enabledAt.get(pk) ?? 0;
  if (table.peek({ pk, sk: 'META' })?.state === 'DISABLED' || resumedAt >= (posted?.trueAt ?? 0)) return;
  oracle.violate('I10', `${routeId} wants no more digests, and is not disabled`);
}
