import { hourMs } from '../../../shared/domain/duration.ts';
import type { HourOfCalls } from '../../../shared/domain/history/history.ts';
import { lanes } from '../../../shared/domain/upstream/breaker.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';

/**
 * The calls of a time by hour and lane. The hour that runs has those since the last full one, which the sweep counted: it
 * stores an hour once that is over.
 */
export async function readCallHours(ledger: Ledger, since: number, now: number): Promise<HourOfCalls[]> {
  const [hours, { calls: counted }, ...states] = await Promise.all([
    ledger.readCalls({ since, until: now }),
    ledger.readAlerts(),
    ...lanes.map((lane) => ledger.readUpstream(lane)),
  ]);
  const at = counted?.hour ?? Math.floor(now / hourMs) * hourMs;
  const running = lanes.flatMap((lane, index): HourOfCalls[] => {
    const { calls = 0, refused = 0, perSecond = 0 } = states[index] ?? {};
    const before = counted?.before[lane] ?? { calls: 0, refused: 0 };
    if (calls <= before.calls) return [];
    return [
      { at, lane, calls: calls - before.calls, refused: Math.max(0, refused - before.refused), perSecond },
    ];
  });
  return [...hours, ...running];
}
