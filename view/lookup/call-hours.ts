import { inParallel } from '../../shared/domain/concurrency.ts';
import { hourMs } from '../../shared/domain/duration.ts';
import type { HourOfCalls } from '../../shared/domain/history/history.ts';
import { lanes } from '../../shared/domain/lane.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

/**
 * What is known of each lane, and its calls of a time by hour. The hour that runs has those since the last full one: the sweep
 * stores an hour once that is over.
 */
export async function readCallHours(ledger: Ledger, since: number, now: number) {
  const [stored, { calls: counted }, states] = await Promise.all([
    ledger.history.readCalls({ since, until: now }),
    ledger.alerts.read(),
    inParallel(lanes, lanes.length, async (lane) => ({ lane, ...(await ledger.upstream.read(lane)) })),
  ]);
  const at = counted?.hour ?? Math.floor(now / hourMs) * hourMs;
  const running = states.flatMap(({ lane, calls, refused, perSecond }): HourOfCalls[] => {
    const before = counted?.before[lane] ?? { calls: 0, refused: 0 };
    if (calls <= before.calls) return [];
    return [
      { at, lane, calls: calls - before.calls, refused: Math.max(0, refused - before.refused), perSecond },
    ];
  });
  return { hours: [...stored, ...running], states };
}
