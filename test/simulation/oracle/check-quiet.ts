import type { Route } from '../../../shared/domain/routes/route.ts';
import { firstSeenIn } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { isQuietAt } from '../../support/time/quiet-clock.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { membersOf } from './check-signal.ts';
import { digestIn } from './digest-body.ts';
import { routeOf } from './look-up.ts';

/**
 * I21: no message is created in quiet hours. A composition that began before them, by its own clock, may
 * end in them.
 */
export function checkQuietFreeze(world: World, digest: Item): void {
  const { actor, oracle, scheduler } = world;
  if (actor === null) return;
  const route = routeOf(actor, String(digest.routeId));
  const now = actor.now();
  const began = now - (scheduler.now() - actor.beganAt);
  if (isQuietAt(route, began) && isQuietAt(route, now)) {
    oracle.violate('I21', `${digest.pk} ${digest.sk} was created in quiet hours`);
  }
  if (route && digest.kind === undefined) checkCounted(world, route, digest);
}

/** A digest of one message counts its own signals that came in quiet hours. */
function checkCounted({ oracle }: World, route: Route, digest: Item): void {
  const said = digestIn(digest.text);
  if (said === null || route.when !== 'immediately') return;
  const members = membersOf(digest);
  if (said.totals.signals !== members.length) return;
  const came = members.filter((sk) => isQuietAt(route, firstSeenIn(sk) ?? 0)).length;
  const told = said.totals.inQuietHours ?? 0;
  if (told !== came) {
    oracle.violate('I21', `${digest.sk} says that ${told} came in quiet hours, and ${came} did`);
  }
}

/** I21: no attempt is made in quiet hours, unless its digest was claimed before them. */
export function checkQuietPost({ oracle }: World, instance: Instance, routeId: string): void {
  const route = routeOf(instance, routeId);
  if (isQuietAt(route, instance.claimedAt) && isQuietAt(route, instance.now())) {
    oracle.violate('I21', `${routeId} is sent a digest in its quiet hours`);
  }
}

/** By the clock and the config of an instance: whether its invocation met quiet hours of the route. */
export function metQuietHours({ scheduler }: World, instance: Instance, routeId: string): boolean {
  const route = routeOf(instance, routeId);
  const now = instance.now();
  return isQuietAt(route, now) || isQuietAt(route, now - (scheduler.now() - instance.beganAt));
}
