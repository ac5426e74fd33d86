import type { Refusal, Standing } from '../../domain/polling/refusal.ts';
import { restlessKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

export type Refusals = ReturnType<typeof createRefusals>;

export function createRefusals(ports: LedgerPorts) {
  const { table } = ports;
  return {
    async readStanding(buyerId: string): Promise<Standing> {
      const item = await table.get(restlessKey(buyerId));
      return item ? { calm: false, refusal: refusalIn(item) } : { calm: true, refusal: null };
    },

    /** A refused buyer is not calm, so that it is due once its rest is over. null if its list is allowed. */
    async saveRefusal(buyerId: string, refusal: Refusal | null): Promise<void> {
      const key = restlessKey(buyerId);
      if (refusal === null) {
        const remove = Object.values(attributes);
        await tryAgain(ports, () => table.update({ key, set: { v: 1 }, remove }));
        return;
      }
      const set = Object.fromEntries(names.map((name) => [attributes[name], refusal[name]]));
      await tryAgain(ports, () => table.update({ key, set: { ...set, v: 1 } }));
    },
  };
}

const attributes = {
  status: 'refusedStatus',
  since: 'refusedSince',
  lastAt: 'refusedAt',
  count: 'refusals',
  toldAt: 'refusalToldAt',
} as const satisfies Record<keyof Refusal, string>;
export const refusedStatusName = attributes.status;
const names = Object.keys(attributes) as (keyof Refusal)[];

/** null if an attribute is missing: another version wrote it, and the buyer is polled. */
export function refusalIn(item: Item): Refusal | null {
  const [status, since, lastAt, count, toldAt] = names.map((name) => numberOf(item, attributes[name]));
  if (status == null || since == null || lastAt == null || count == null || toldAt == null) return null;
  return { status, since, lastAt, count, toldAt };
}
