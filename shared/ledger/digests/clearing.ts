import type { LateSlots } from '../routes/late-slots.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import type { OwedDigests } from './owed-digests.ts';

/** `stuck`: only signals and digests that need an operator: held signals, digests kept or given up. */
export type ClearingScope = 'all' | 'stuck';

/** A digest of the route is being sent: its sender must store the outcome first. */
export class RouteBusyError extends Error {
  override readonly name = 'RouteBusyError';
  readonly code = 'ROUTE_BUSY';
  /** When its lease ends at the latest, milliseconds since the epoch. */
  readonly until: number;
  constructor(routeId: string, until: number, now: number) {
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    super(`a digest of ${routeId} is being sent right now; try again in ${seconds} s`);
    this.until = until;
  }
}

export type Clearing = ReturnType<typeof createClearing>;

/** The steps that handing over and discarding have in common. */
export function createClearing({ readUndelivered }: OwedDigests, { readLate, clearLate }: LateSlots) {
  return {
    /** Throws `RouteBusyError` while a digest that the route sends is under a live lease. */
    async checkIdle(routeId: string, now: number): Promise<void> {
      for await (const item of readUndelivered(routeId)) {
        const until = numberOf(item, 'leaseUntil') ?? 0;
        if (item.state === 'SENDING' && until > now) throw new RouteBusyError(routeId, until, now);
      }
    },

    /** Without this, each sweep would read the late slot of a route without signals, forever. */
    async forgetLate(routeId: string): Promise<void> {
      const late = await readLate(routeId);
      if (late) await clearLate(late);
    },

    async *readClearable(routeId: string, scope: ClearingScope, now: number): AsyncGenerator<Item> {
      for await (const item of readUndelivered(routeId)) if (isClearable(item, scope, now)) yield item;
    },
  };
}

const kept: readonly unknown[] = ['HELD', 'DEAD'];

/** An unknown state comes from a later version: such a digest is left alone. */
function isClearable(item: Item, scope: ClearingScope, now: number): boolean {
  if (kept.includes(item.state)) return true;
  if (scope === 'stuck') return false;
  const isAbandoned = item.state === 'SENDING' && (numberOf(item, 'leaseUntil') ?? 0) <= now;
  return item.state === 'FROZEN' || isAbandoned;
}
