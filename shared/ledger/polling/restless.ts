import type { Restless } from '../../domain/polling/poll-plan.ts';
import type { Refusal } from '../../domain/polling/refusal.ts';
import { restlessKey, restlessPk, restlessPrefix } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { queryAll } from '../table/query-all.ts';
import { tryAgain } from '../table/try-again.ts';
import { refusalIn, refusedStatusName } from './refusals.ts';

/** Marks of buyers that are not calm. A buyer without a mark is calm, so that a quiet tick reads nearly none. */
export function createRestless(ports: LedgerPorts) {
  const { table } = ports;

  /** Makes each tick poll a buyer until its next scan is accepted. Call it before the buyer is watched. */
  async function rouse(buyerId: string): Promise<void> {
    await tryAgain(ports, () => table.update({ key: restlessKey(buyerId), set: { v: 1 } }));
  }

  return {
    rouse,

    /** Of watched and of other buyers. Read it after the watched ones: a mark is written first. */
    async readRestless(): Promise<Restless> {
      const restless = new Set<string>();
      const refused = new Map<string, Refusal>();
      for await (const item of queryAll(table, restlessPk, restlessPrefix)) {
        const buyerId = item.sk.slice(restlessPrefix.length);
        const refusal = refusalIn(item);
        restless.add(buyerId);
        if (refusal !== null) refused.set(buyerId, refusal);
      }
      return { restless, refused };
    },

    /** A buyer that is not calm is polled at each tick. A refused buyer stays so until its list is allowed. */
    async setCalm(buyerId: string, calm: boolean): Promise<void> {
      const key = restlessKey(buyerId);
      const known = await table.get(key);
      if ((known === undefined) === calm) return;
      if (!calm) return rouse(buyerId);
      const condition = missing(refusedStatusName);
      await ifHolds(tryAgain(ports, () => table.transact([{ kind: 'delete', key, condition }])));
    },
  };
}
