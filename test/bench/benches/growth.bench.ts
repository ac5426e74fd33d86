/**
 * How a first `run --once` grows with the number of buyers, half of whom have a new signal: its time, memory, calls and
 * table reads. Fewer repeats where a run takes minutes.
 */

import { type Figure, type Measured, medianOf, runs, type Series, type StartProgress } from '../figure.ts';
import { type Scene, withScene } from '../machine/scene.ts';
import type { Progress } from '../progress.ts';

const sizes = [
  { buyers: 100, runs },
  { buyers: 1_000, runs },
  { buyers: 10_000, runs: 2 },
  { buyers: 100_000, runs: 1 },
];
/** In proportion, but for the tenth that chance adds to a single run. */
const mostGrowth = 1.1;

interface Run {
  readonly seconds: number;
  readonly peakMb: number;
  readonly calls: number;
  readonly reads: number;
}

const parts: Readonly<Record<keyof Run, { readonly what: string; readonly unit: string }>> = {
  seconds: { what: 'time', unit: 's' },
  peakMb: { what: 'memory', unit: 'MB' },
  calls: { what: 'calls of the API', unit: '' },
  reads: { what: 'table reads', unit: '' },
};

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const measured: { readonly buyers: number; readonly runs: readonly Run[] }[] = [];
  const progress = startProgress(
    'run',
    sizes.reduce((sum, size) => sum + size.runs, 0),
  );
  for (const { buyers, runs: times } of sizes) {
    const plan = { buyers, signals: buyers / 2, latencyMs: 20 };
    measured.push({ buyers, runs: await withScene(plan, (scene) => measureIn(scene, times, progress)) });
  }
  progress.end();
  const series = (Object.keys(parts) as (keyof Run)[]).map(
    (part): Series => ({
      ...parts[part],
      points: measured.map(({ buyers, runs: done }) => ({ buyers, samples: done.map((run) => run[part]) })),
    }),
  );
  return { series, figures: series.map(growthOf) };
}

async function measureIn(scene: Scene, times: number, progress: Progress): Promise<Run[]> {
  const done: Run[] = [];
  for (let run = 0; run < times; run += 1) {
    const { wallMs, peakMb, stdout } = await scene.runCounted(scene.newState());
    const { reads } = JSON.parse(stdout) as { readonly reads: number };
    done.push({ seconds: wallMs / 1_000, peakMb, calls: await scene.upstream.countCalls(), reads });
    progress.step();
  }
  return done;
}

/** What 100,000 buyers take of it for each of them, against 1,000. Memory is to be flat. */
function growthOf({ what, points }: Series): Figure {
  const at = (buyers: number): number =>
    medianOf(points.find((point) => point.buyers === buyers)?.samples ?? []);
  if (what === 'memory') {
    return {
      id: 'growth/memory',
      what: 'run --once, 10,000 buyers against 1,000: memory',
      unit: '×',
      goal: { is: 'at most', value: 1.3 },
      samples: [at(10_000) / at(1_000)],
    };
  }
  return {
    id: `growth/${what.replaceAll(' ', '-')}`,
    what: `run --once, 100,000 buyers against 1,000: ${what} for each`,
    unit: '×',
    goal: { is: 'at most', value: mostGrowth },
    samples: [at(100_000) / 100_000 / (at(1_000) / 1_000)],
    counted: what !== 'time',
  };
}
