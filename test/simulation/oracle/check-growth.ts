import { mostKeptBytes } from '../../../shared/domain/signals/limit-text.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';

/** What stays for ever: one item for each buyer, signal, route, bridge, or signal that was handed over. */
const lasting =
  /^(B#\S+ (META|SUMMARY)|S#\S+ SEEN|R#\.registry \S+|R#\S+ (META|LATE|HEARTBEAT|INFLIGHT|TOOK#.*)|(BR|U|T|P|I)#.*)$/;
/** What stays for as long as somebody is owed something. */
const owed = /^R#\S+ (OUT|HELD|DIG|OWED)#/;

/** I9 from the other side: what is owed to nobody any more expires, or each signal would leave something for ever. */
export function checkLeftovers({ table, oracle }: World): void {
  for (const item of table.all()) {
    const name = `${item.pk} ${item.sk}`;
    if (item.expiresAt !== undefined || lasting.test(name) || owed.test(name)) continue;
    oracle.violate('I9', `${name} is owed to nobody and never expires`);
  }
}

/** No item keeps more of a signal or a summary than a digest can show: a table takes 400 KB, and bills each of them. */
export function checkSizes({ oracle }: World, commit: readonly TableChange[]): void {
  for (const { key, after } of commit) {
    if (after === undefined || isWhole(key.sk, after)) continue;
    if (typeof after.text !== 'string' || Buffer.byteLength(after.text) <= mostKeptBytes) continue;
    oracle.violate('code', `${key.pk} ${key.sk} keeps ${Buffer.byteLength(after.text)} bytes of text`);
  }
}

/** What can't be read is kept to be looked at, and the pages of a list that was cut off in as many parts as it takes. */
function isWhole(sk: string, { quarantined }: Item): boolean {
  return quarantined === true || sk.startsWith('CUTOFF#');
}
