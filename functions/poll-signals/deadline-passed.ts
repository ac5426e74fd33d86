import { deadlineOf } from '../../shared/domain/message/deadline.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { ColumnInfo } from '../../shared/domain/signals/columns.ts';
import type { Signal } from '../../shared/domain/signals/signal.ts';
import type { ListedSignal, PollPorts } from './ports.ts';

export type IsOver = (signal: Signal) => boolean;

export type OverReader = (items: readonly ListedSignal[]) => Promise<IsOver>;

/**
 * Tells which signals' deadlines have passed, in the zones of all routes: what is still open in one of them may be hot
 * by its rank. Asks for nothing where no rank is wished for.
 */
export function createOverReader({ ledger, clock, settings }: PollPorts): OverReader {
  const infos = new Map<string, readonly ColumnInfo[] | undefined>();
  const zones = new Set(settings.routes.map(zoneOf));
  // Nothing is owed to anybody then, and what is written down is not to hang on it.
  if (zones.size === 0) zones.add('UTC');

  return async (items) => {
    if (settings.hot.topByHotness === 0) return () => false;
    for (const { content } of items) {
      const bridgeId = 'raw' in content ? null : content.bridgeId.toLowerCase();
      if (bridgeId === null || infos.has(bridgeId)) continue;
      infos.set(bridgeId, await ledger.readColumns(bridgeId));
    }
    const now = clock.now();
    return (signal) =>
      [...zones].every((zone) => {
        const deadline = deadlineOf(signal.columns, infos.get(signal.bridgeId.toLowerCase()), zone);
        return deadline !== null && deadline.endsAt < now;
      });
  };
}
