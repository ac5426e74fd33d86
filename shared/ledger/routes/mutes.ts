import {
  createMuteCount,
  type Mute,
  type MutedSignals,
  muteOf,
  mutesListedMs,
} from '../../domain/routes/mute.ts';
import { muteKey, mutesPk, outboxPk, outboxPrefix } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { bridgeIdOfEntry } from '../signals/entries.ts';
import { signalIn } from '../signals/outbox.ts';
import { above } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { type Item, type TableUpdate, TransactionCancelledError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import type { LateSlots } from './late-slots.ts';
import type { RouteRegistry } from './route-registry.ts';

/** A transaction has a hundred writes, of which one is the mute. */
const mostMarks = 99;
const tries = 5;

/** Mutes are kept here, not in the config, so that none needs a deploy. */
export function createMutes(
  ports: LedgerPorts,
  { listRoutes }: RouteRegistry,
  { listLaterMarks, bringForward }: LateSlots,
) {
  const { table } = ports;

  /**
   * Changes a mute, and brings forward the late slots that would be composed after its end: those that an earlier mute
   * held until its own. In one transaction, so that a command that is cut off leaves none of them behind; what is
   * beyond a hundred writes follows at once. False if the mute's condition does not hold.
   */
  const changeMute = async (mute: TableUpdate, until: number): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1) {
      const routeIds = await listLaterMarks(await listRoutes(), until);
      const marks = routeIds.map((routeId) => bringForward(routeId, until));
      const updates = [mute, ...marks.slice(0, mostMarks)];
      const writes = updates.map((update) => ({ kind: 'update', ...update }) as const);
      try {
        const { holds, found } = await ifHolds(tryAgain(ports, () => table.transact(writes)));
        // A first try that got no answer may have written it.
        if (!holds && (found === undefined || numberOf(found, 'until') !== until)) return false;
      } catch (error) {
        if (attempt < tries && isMarkChanged(error)) continue;
        throw error;
      }
      for (const mark of marks.slice(mostMarks)) await ifHolds(tryAgain(ports, () => table.update(mark)));
      return true;
    }
  };

  return {
    /** Begins a mute; replaces one of the same buyer, bridge or route. */
    async mute({ kind, id, until, because }: Mute): Promise<void> {
      const set = { until, because, expiresAt: expiryOf(until), v: 1 };
      await changeMute({ key: muteKey(kind, id), set }, until);
    },

    /** Ends a mute now, so that what it held is composed at once; false if none holds. */
    async unmute({ kind, id }: Pick<Mute, 'kind' | 'id'>, now: number): Promise<boolean> {
      const set = { until: now, expiresAt: expiryOf(now), v: 1 };
      return changeMute({ key: muteKey(kind, id), set, condition: above('until', now) }, now);
    },

    /**
     * How many waiting signals of a route each mute holds at `now`. One that several hold is counted under the last to end.
     * Reads nothing of a route's outbox where no mute holds.
     */
    async countMuted(routeId: string, mutes: readonly Mute[], now: number): Promise<MutedSignals[]> {
      const count = createMuteCount();
      if (!mutes.some(({ until }) => until > now)) return [];
      for await (const item of queryAll(table, outboxPk(routeId), outboxPrefix)) {
        const signal = { buyerId: String(item.buyerId), bridgeId: bridgeIdOfEntry(item.sk) };
        const mute = muteOf(mutes, routeId, signal, now);
        if (mute !== null) count.add(mute, () => signalIn(item));
      }
      return count.list();
    },

    /** All mutes, those that are over but still listed included: a consistent read. */
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

/** A composer marked or cleared a late slot meanwhile. */
function isMarkChanged(error: unknown): boolean {
  return (
    error instanceof TransactionCancelledError &&
    error.reasons.some(({ code }) => code === 'condition-failed')
  );
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
