import { routeKey } from '../../../shared/ledger/keys.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';

/**
 * I3: kept entries are never dropped. A flood rule may hold, but not drop, the entries that were in a disabled route's
 * outbox when it was resumed. Checks complete commits, before the removed entries are forgotten.
 */
export function checkKept({ oracle, table }: World, commit: readonly TableChange[]): void {
  const { enteredAt, enabledAt } = oracle.memory;
  for (const { key, before, after } of commit) {
    if (!key.sk.startsWith('DROP#') || before !== undefined || after === undefined) continue;
    const entry = `${key.pk} OUT#${key.sk.slice('DROP#'.length)}`;
    const isDisabled = table.peek(routeKey(key.pk.slice('R#'.length)))?.state === 'DISABLED';
    if (isDisabled) oracle.violate('I3', `${key.sk} was dropped while its route was disabled`);
    if ((enteredAt.get(entry) ?? Number.POSITIVE_INFINITY) <= (enabledAt.get(key.pk) ?? 0)) {
      oracle.violate('I3', `${key.sk} was kept while its route was disabled, and dropped after the resume`);
    }
  }
}
