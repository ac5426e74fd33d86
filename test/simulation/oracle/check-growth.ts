import { mostKeptBytes } from '../../../shared/domain/signals/limit-text.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../parts/world.ts';

/** Items that never expire: one for each buyer, signal, route and bridge, and the alerts. */
const lasting =
  /^(B#\S+ (META|SUMMARY|VALUES)|S#\S+ SEEN|R#\.registry \S+|R#\S+ (META|INFLIGHT|TROUBLE#\w+)|(BR|U|P)#.*|A#all STATE)$/;
/** Items that stay until their delivery is done. */
const owed = /^(R#\S+ (OUT|HELD|DIG|OWED)#|H#DIG#)/;

/** I9, the other direction: items that no delivery needs any more expire. Otherwise each signal would leave some forever. */
export function checkLeftovers({ table, oracle }: World): void {
  for (const item of table.all()) {
    const name = `${item.pk} ${item.sk}`;
    if (item.expiresAt !== undefined || lasting.test(name) || owed.test(name)) continue;
    oracle.violate('I9', `${name} is not needed for a delivery and never expires`);
  }
}

/** A webhook's body with one signal, a summary and long links. */
const mostDigestBytes = 30_000;

/** No item keeps more of a signal or a summary than a digest can show: DynamoDB limits items to 400 KB and bills by size. */
export function checkSizes({ oracle }: World, commit: readonly TableChange[]): void {
  for (const { key, after } of commit) {
    // Unreadable items are kept for a person.
    if (after === undefined || after.quarantined === true) continue;
    const most = key.sk.startsWith('DIG#') ? mostDigestBytes : mostKeptBytes;
    if (typeof after.text !== 'string' || Buffer.byteLength(after.text) <= most) continue;
    oracle.violate('code', `${key.pk} ${key.sk} keeps ${Buffer.byteLength(after.text)} bytes of text`);
  }
}
