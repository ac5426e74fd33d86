import { listedKey, listedPk, pollPlanKey, sha256 } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { queryAll } from '../table/query-all.ts';
import { stringOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

/** A UUID and a comma take 37 bytes; an item holds 400 KB. */
const buyersPerPart = 5_000;

/** The buyers that the config lists. Each tick compares a fingerprint, and reads them only when it differs. */
export function createListedBuyers(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** The same for the same buyers in any order. */
    fingerprintOfList(buyerIds: readonly string[]): string {
      return sha256([...buyerIds].sort().join());
    },

    /** The buyers of the last saved list. */
    async readListed(): Promise<ReadonlySet<string>> {
      const listed = new Set<string>();
      for await (const item of queryAll(table, listedPk, '')) {
        for (const buyerId of buyersIn(item)) listed.add(buyerId);
      }
      return listed;
    },

    /** Call it only after new buyers were marked as restless. The fingerprint is stored last: it vouches for the list. */
    async saveListed(buyerIds: readonly string[], fingerprint: string): Promise<void> {
      for (let at = 0; at < buyerIds.length; at += buyersPerPart) {
        const key = listedKey(at / buyersPerPart + 1);
        const set = { buyerIds: buyerIds.slice(at, at + buyersPerPart).join(), v: 1 };
        await tryAgain(ports, () => table.update({ key, set }));
      }
      // A buyer that is listed again later must count as new: nobody has read it in between.
      const parts = Math.ceil(buyerIds.length / buyersPerPart);
      for await (const item of queryAll(table, listedPk, '')) {
        if (item.sk <= listedKey(parts).sk || buyersIn(item).length === 0) continue;
        const key = { pk: item.pk, sk: item.sk };
        await tryAgain(ports, () => table.update({ key, set: { buyerIds: '', v: 1 } }));
      }
      const set = { listed: fingerprint, v: 1 };
      await tryAgain(ports, () => table.update({ key: pollPlanKey, set }));
    },
  };
}

function buyersIn(item: Item): string[] {
  const text = stringOf(item, 'buyerIds') ?? '';
  return text === '' ? [] : text.split(',');
}
