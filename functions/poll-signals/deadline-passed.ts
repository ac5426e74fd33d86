import { hasClosed } from '../../shared/domain/message/deadline.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { ColumnInfo } from '../../shared/domain/signals/columns.ts';
import type { Signal } from '../../shared/domain/signals/signal.ts';
import type { ListedSignal, PollPorts } from './ports.ts';

export type IsOver = (signal: Signal) => boolean;

/**
 * Tells which signals' deadlines have passed, in the zones of all routes: what is still open in one of them may be hot.
 * Asks for nothing if the config has no rule for hot signals.
 */
export function createOverReader({ ledger, clock, settings }: PollPorts) {
  const infos = new Map<string, readonly ColumnInfo[]>();
  const zones = new Set(settings.routes.map(zoneOf));
  // No route needs a deadline, so any zone will do.
  if (zones.size === 0) zones.add('UTC');

  return async (items: readonly ListedSignal[]): Promise<IsOver> => {
    if (settings.hot.topByHotness === 0 && settings.hot.columns.length === 0) return () => false;
    for (const { content } of items) {
      const bridgeId = 'raw' in content ? null : content.bridgeId.toLowerCase();
      if (bridgeId === null || infos.has(bridgeId)) continue;
      infos.set(bridgeId, (await ledger.readColumns(bridgeId)) ?? []);
    }
    const now = clock.now();
    return (signal) => [...zones].every((zone) => hasClosed(signal, { columns: infos, timezone: zone }, now));
  };
}
