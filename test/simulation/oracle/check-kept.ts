import { parseDuration } from '../../../shared/domain/duration.ts';
import { routeKey } from '../../../shared/ledger/keys.ts';
import type { Key } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { minute } from '../plan/plan.ts';
import type { World } from '../world/world.ts';
import { mutedUntil } from './check-delays.ts';
import { isQuietAt } from './quiet-clock.ts';
import { blurOf, routeOf } from './route-of.ts';

/**
 * I3: what waited is never dropped. A flood rule may hold, but not drop, the entries that were in a disabled route's
 * outbox when it was resumed, those that a mute or quiet hours held, and those that an immediate route had for long.
 * Checks complete commits, before the removed entries are forgotten.
 */
export function checkKept(world: World, commit: readonly TableChange[]): void {
  const { oracle, table } = world;
  const { enteredAt, enabledAt } = oracle.memory;
  for (const { key, before, after } of commit) {
    if (!key.sk.startsWith('DROP#') || before !== undefined || after === undefined) continue;
    const entry = `${key.pk} OUT#${key.sk.slice('DROP#'.length)}`;
    const isDisabled = table.peek(routeKey(key.pk.slice('R#'.length)))?.state === 'DISABLED';
    if (isDisabled) oracle.violate('I3', `${key.sk} was dropped while its route was disabled`);
    const cameAt = enteredAt.get(entry) ?? Number.POSITIVE_INFINITY;
    if (cameAt <= (enabledAt.get(key.pk) ?? 0)) {
      oracle.violate('I3', `${key.sk} was kept while its route was disabled, and dropped after the resume`);
    }
    if (cameAt <= mutedUntil(world, { ...after, sk: key.sk.replace('DROP#', 'OUT#') })) {
      oracle.violate('I3', `${key.sk} was held by a mute, and dropped after its end`);
    }
    checkWaited(world, key, Math.max(cameAt, Number(after.firstSeenAt)));
  }
}

function checkWaited(world: World, { pk, sk }: Key, seenAt: number): void {
  const { oracle, actor, scheduler } = world;
  const route = actor && routeOf(actor, pk.slice('R#'.length));
  if (!actor || route?.when !== 'immediately') return;
  const explainedMs = 15 * minute + (route.gather === undefined ? 0 : parseDuration(route.gather));
  if (scheduler.now() - seenAt > explainedMs + blurOf(world)) {
    oracle.violate('I3', `${sk} waited for longer than its route explains, and was dropped`);
  }
  const beganAt = actor.beganAt + actor.skewMs;
  if (seenAt < beganAt && isQuietAt(route, seenAt)) {
    oracle.violate('I3', `${sk} waited in quiet hours, and was dropped after their end`);
  }
}
