import type { OpenFlood } from '../../domain/signals/flood.ts';
import { routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { openFloodOf } from './floods.ts';

export interface RouteState {
  readonly routeId: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** Why and since when (milliseconds since the epoch) it is disabled. */
  readonly reason: string | null;
  readonly since: number | null;
  /** A flood whose digest is not frozen yet. */
  readonly flood: OpenFlood | null;
  /** When it was last resumed: no flood rule drops the signals that it had by then. */
  readonly keptUntil: number | null;
}

export function createRoutes(ports: LedgerPorts) {
  const { table } = ports;
  return {
    async readRoute(routeId: string): Promise<RouteState> {
      const item = await table.get(routeKey(routeId));
      return {
        routeId,
        state: item && !isEnabled(item) ? 'DISABLED' : 'ENABLED',
        reason: item ? reasonOf(item) : null,
        since: item ? numberOf(item, 'since') : null,
        flood: item ? openFloodOf(item) : null,
        keptUntil: item ? numberOf(item, 'keptUntil') : null,
      };
    },

    /**
     * The destination wants no more digests. The route keeps collecting, but sends nothing until an operator resumes
     * it.
     */
    async disableRoute(routeId: string, reason: string, now: number): Promise<void> {
      await table.update({ key: routeKey(routeId), set: { state: 'DISABLED', reason, since: now, v: 1 } });
    },

    /** From now on its senders find the route enabled, and no flood rule drops the kept signals. */
    async enableRoute(routeId: string, now: number): Promise<void> {
      const set = { state: 'ENABLED', keptUntil: now, v: 1 };
      const enable = { key: routeKey(routeId), set, remove: ['reason', 'since'] };
      await tryAgain(ports, () => table.update(enable));
    },
  };
}

/**
 * Any state but ENABLED sends nothing, so a later version's unknown state keeps everything until that version runs
 * again.
 */
function isEnabled({ state }: Item): boolean {
  return state === undefined || state === 'ENABLED';
}

function reasonOf(item: Item): string | null {
  const state = stringOf(item, 'state');
  if (state === null || state === 'ENABLED' || state === 'DISABLED') return stringOf(item, 'reason');
  return `it is ${state}, which a later version wrote`;
}
