import type { AlertChange, AlertEntry, AlertState, OverAlert } from '../../domain/alerts/alert.ts';
import type { CountedCalls } from '../../domain/alerts/facts.ts';
import { alertsKey } from '../items/keys.ts';
import { ifHolds, isVersion } from '../table/conditions.ts';
import { listOf, numberOf, parsedOf } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';

/** One item, which each judgement changes as a whole. */
export interface StoredAlerts extends AlertState {
  /** Milliseconds since the epoch; null for never. */
  readonly judgedAt: number | null;
  readonly calls: CountedCalls | null;
  readonly ver: number;
}

export function createAlerts({ table }: LedgerPorts) {
  return {
    async read(): Promise<StoredAlerts> {
      const item = (await table.get(alertsKey)) ?? {};
      return {
        entries: listOf<AlertEntry>(item, 'entries'),
        untold: listOf<AlertChange>(item, 'untold'),
        over: listOf<OverAlert>(item, 'over'),
        judgedAt: numberOf(item, 'judgedAt'),
        calls: (parsedOf(item, 'calls') as CountedCalls | undefined) ?? null,
        ver: numberOf(item, 'ver') ?? 0,
      };
    },

    /** Returns the alerts as stored; null if another process was faster, whose judgement counts then. */
    async save({ ver, judgedAt, ...state }: StoredAlerts): Promise<StoredAlerts | null> {
      const texts = Object.entries(state).map(([name, value]) => [name, JSON.stringify(value)]);
      const set = { ...Object.fromEntries(texts), judgedAt, ver: ver + 1, v: 1 };
      // A later sweep judges anew, so this is not tried again.
      const { holds } = await ifHolds(table.update({ key: alertsKey, set, condition: isVersion(ver) }));
      return holds ? { ...state, judgedAt, ver: ver + 1 } : null;
    },
  };
}
