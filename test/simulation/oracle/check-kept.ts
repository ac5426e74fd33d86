import { routeKey } from '../../../shared/ledger/keys.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { mutedUntil } from './check-delays.ts';

/**
 * I3: what waited is never dropped. A flood rule may hold, but not drop, the entries that were in a disabled route's
 * outbox when it was resumed, and those that a mute held. Checks complete commits, before the removed entries are
 * forgotten.
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
  }
}
