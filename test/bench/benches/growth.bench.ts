/**
 * How a first `run --once` grows with the number of buyers, half of whom have a new signal: its time, memory, calls and
 * table reads. Fewer repeats where a run takes minutes.
 */

import { withScene } from '../machine/scene.ts';
import { atMost, type Bench, counted, type Figure, figure, medianOf } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

/** In proportion, but for the tenth that chance adds to a single run. */
const mostGrowth = 1.1;

type Run = Readonly<Record<'seconds' | 'peakMb' | 'calls' | 'reads', number>>;

export const measure: Bench['measure'] = async (startProgress, { runs, isSmall }) => {
  const [few, more, most] = isSmall ? [10, 100, 1_000] : [1_000, 10_000, 100_000];
  const sizes = [
    { buyers: few, runs },
    { buyers: more, runs: Math.min(runs, 2) },
    { buyers: most, runs: 1 },
  ];
  const measured = new Map<number, Run[]>();
  for (const { buyers, runs: times } of sizes) {
    const plan = { buyers, signals: buyers / 2, latencyMs: 20 };
    const done = await withScene(plan, (scene) =>
      measureRounds(startProgress, `run over ${buyers}`, { runs: times }, async () => {
        const { wallMs, peakMb, stdout } = await scene.runCounted(scene.newState());
        const { reads } = JSON.parse(stdout) as { readonly reads: number };
        return { seconds: wallMs / 1_000, peakMb, calls: await scene.upstream.countCalls(), reads };
      }),
    );
    measured.set(buyers, done);
  }
  const at = (buyers: number, part: keyof Run): number =>
    medianOf(measured.get(buyers)?.map((run) => run[part]) ?? []);
  const against = (buyers: number): string =>
    `run --once, ${buyers.toLocaleString('en-US')} buyers against ${few.toLocaleString('en-US')}`;
  /** What the most buyers take of it for each of them, against the fewest. */
  const eachOf = (part: keyof Run, what: string, make = figure): Figure => {
    const id = `growth/${what.replaceAll(' ', '-')}`;
    const growth = at(most, part) / most / (at(few, part) / few);
    return make(id, `${against(most)}: ${what} for each`, '×', atMost(mostGrowth), [growth]);
  };
  const memory = [at(more, 'peakMb') / at(few, 'peakMb')];
  return {
    figures: [
      eachOf('seconds', 'time'),
      // Memory is to be flat.
      figure('growth/memory', `${against(more)}: memory`, '×', atMost(1.3), memory),
      eachOf('calls', 'calls of the API', counted),
      eachOf('reads', 'table reads', counted),
    ],
  };
};
