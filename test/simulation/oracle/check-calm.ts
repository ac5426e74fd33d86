import { calmPrefix } from '../../../shared/ledger/keys.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { lastReadings } from './check-reading.ts';
import { readingsBy } from './check-resumed.ts';
import { firstPageOf, isWhole } from './check-scan.ts';

/** I16: a buyer is skipped only if its list was read completely, or its first page is unchanged since such a read. */
export function checkCalm(world: World, { key, after }: TableChange): void {
  const { oracle, actor } = world;
  if (after?.calm !== true) return;
  const buyerId = key.sk.slice(calmPrefix.length);
  const known = oracle.memory.acceptedListings.get(buyerId);
  const isRead = lastReadings(readingsBy(world, actor, buyerId)).every((reading) => {
    return isWhole(reading) || (reading.length === 1 && known?.has(firstPageOf(reading)));
  });
  if (!isRead) oracle.violate('I16', `${buyerId} is skipped without a complete read of its list`);
}
