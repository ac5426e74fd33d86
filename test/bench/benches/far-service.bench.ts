/**
 * A quiet `run --once` while each answer takes 200 ms, as from a service far away, against the bare loop: what is in flight
 * decides how long it takes.
 */
import type { Measured, StartProgress } from '../figure.ts';
import { measureQuietPairs } from '../machine/quiet-pairs.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 200 };

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const pairs = await measureQuietPairs(plan, 'pool', startProgress);
  return {
    figures: [
      {
        id: 'far-service/quiet',
        what: 'run --once, 1,000 buyers, nothing new, answers after 200 ms, against the bare loop',
        unit: '×',
        goal: { is: 'at most', value: 0.5 },
        samples: pairs.map(({ oursMs, loopMs }) => oursMs / loopMs),
      },
    ],
  };
}
