import { digestEntryKey, digestPointerOf, keyFamilies, recordKey } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { membersOf } from './check-signal.ts';

/** I24: what is recorded, created, delivered or given up can be looked up, from the same commit on. */
export function checkHistory(world: World, { key, before, after }: TableChange): void {
  if (after === undefined) return;
  if (key.pk.startsWith(keyFamilies.signals) && before === undefined) checkRecord(world, key.pk, after);
  const pointer = key.sk.startsWith('DIG#') ? digestPointerOf(key) : null;
  if (pointer === null) return;
  const entry = world.table.peek(digestEntryKey(pointer));
  const name = `${key.pk} ${key.sk}`;
  const ids = membersOf(after).map((sk) => sk.replace(/^OUT#[^#]*#/, ''));
  if (entry?.digestId !== after.digestId || String(entry?.signalIds) !== String(ids)) {
    world.oracle.violate('I24', `${name} can't be looked up`);
    return;
  }
  // Of a digest that is being sent, the state of before is remembered.
  if (after.state !== 'SENDING' && after.state !== entry?.state) {
    world.oracle.violate('I24', `${name} is ${after.state}, and remembered as ${entry?.state}`);
  }
  if (entry?.outcomes !== after.outcomes) {
    world.oracle.violate('I24', `${name} is remembered with other attempts`);
  }
}

function checkRecord({ table, oracle }: World, pk: string, tombstone: Item): void {
  const signalId = pk.slice(keyFamilies.signals.length);
  const record = table.peek(recordKey(String(tombstone.buyerId), Number(tombstone.firstSeenAt), signalId));
  const isSame = record?.signalId === signalId && record?.hot === tombstone.hot;
  if (!isSame) oracle.violate('I24', `the signal ${signalId} can't be looked up`);
}
