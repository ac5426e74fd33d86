import {
  digestEntryKey,
  digestPointerOf,
  keyFamilies,
  owedDigestOf,
  owedKey,
  recordKey,
} from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../parts/world.ts';
import { membersOf } from './check-signal.ts';

/** I24: what is recorded, created, delivered or given up can be looked up, from the same commit on. */
export function checkHistory(world: World, change: TableChange, commit: readonly TableChange[]): void {
  const { key, before, after } = change;
  if (after === undefined) {
    if (key.pk.startsWith('O#.awaited#')) checkSettled(world, key.sk, commit);
    return;
  }
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

/** The values of a signal have come: its record has them, and the verdicts that follow from them. */
function checkSettled({ oracle }: World, signalId: string, commit: readonly TableChange[]): void {
  const isRecord = ({ key: { pk, sk } }: TableChange) =>
    pk.startsWith('H#SIG#') && sk.endsWith(`#${signalId}`);
  if (!commit.some(isRecord)) oracle.violate('I24', `the signal ${signalId} is remembered as it was before`);
}

function checkRecord({ table, oracle }: World, pk: string, tombstone: Item): void {
  const signalId = pk.slice(keyFamilies.signals.length);
  const record = table.peek(recordKey(String(tombstone.buyerId), Number(tombstone.firstSeenAt), signalId));
  const isSame = record?.signalId === signalId && record?.hot === tombstone.hot;
  if (!isSame) oracle.violate('I24', `the signal ${signalId} can't be looked up`);
}

/**
 * I3 for pointers: after each commit, every undelivered digest has a pointer, and no other digest has one. Undelivered
 * digests are found only by these pointers.
 */
export function checkOwed({ table, oracle }: World, commit: readonly TableChange[]): void {
  for (const { key } of commit) {
    if (!key.sk.startsWith('OWED#') && !key.sk.startsWith('DIG#')) continue;
    const digestKey = key.sk.startsWith('OWED#') ? owedDigestOf(key) : key;
    const digest = table.peek(digestKey);
    const isOwed = digest !== undefined && isUndelivered(digest);
    const points = table.peek(owedKey(digestKey)) !== undefined;
    if (points === isOwed) continue;
    const told = points ? 'has a pointer and need not be sent' : 'has to be sent and has no pointer';
    oracle.violate('I3', `${digestKey.pk} ${digestKey.sk} is ${String(digest?.state)}: it ${told}`);
  }
}

function isUndelivered({ state }: Item): boolean {
  return state !== 'DELIVERED' && state !== 'DISCARDED';
}
