import { type Mute, mutesListedMs } from '../../domain/routes/mute.ts';
import { muteKey, mutesPk } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { present } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

/** Mutes are kept here, not in the config, so that none needs a deploy. */
export function createMutes(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** Begins a mute; replaces one of the same buyer, bridge or route. */
    async mute({ kind, id, until, because }: Mute): Promise<void> {
      const set = { until, because, expiresAt: expiryOf(until), v: 1 };
      await tryAgain(ports, () => table.update({ key: muteKey(kind, id), set }));
    },

    /** Ends a mute now; false if there is none. */
    async unmute({ kind, id }: Pick<Mute, 'kind' | 'id'>, now: number): Promise<boolean> {
      const set = { until: now, expiresAt: expiryOf(now), v: 1 };
      const update = { key: muteKey(kind, id), set, condition: present };
      return (await ifHolds(tryAgain(ports, () => table.update(update)))).holds;
    },

    /** All mutes, those that ended within the last days included: a consistent read. */
    async listMutes(): Promise<Mute[]> {
      const mutes: Mute[] = [];
      for await (const item of queryAll(table, mutesPk, '')) {
        const mute = muteIn(item);
        if (mute !== null) mutes.push(mute);
      }
      return mutes;
    },
  };
}

function expiryOf(until: number): number {
  return Math.ceil((until + mutesListedMs) / 1000);
}

function muteIn(item: Item): Mute | null {
  const [kind, ...rest] = item.sk.split('#');
  const until = numberOf(item, 'until');
  if (until === null || (kind !== 'buyer' && kind !== 'bridge' && kind !== 'route')) return null;
  return { kind, id: rest.join('#'), until, because: stringOf(item, 'because') ?? '' };
}
