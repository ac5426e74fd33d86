/**
 * How a first `run --once` grows with the number of buyers, half of whom have a new signal: its time, memory, calls and
 * table reads. Fewer repeats where a run takes minutes.
 */

import { type Figure, type Measured, medianOf, runs, type StartProgress } from '../figure.ts';
import { type Scene, withScene } from '../machine/scene.ts';
import type { Progress } from '../progress.ts';

const sizes = [
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

type Sizes = ReadonlyMap<number, readonly Run[]>;

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const measured = new Map<number, Run[]>();
  const progress = startProgress(
    'run',
    sizes.reduce((sum, size) => sum + size.runs, 0),
  );
  for (const { buyers, runs: times } of sizes) {
    const plan = { buyers, signals: buyers / 2, latencyMs: 20 };
    measured.set(buyers, await withScene(plan, (scene) => measureIn(scene, times, progress)));
  }
  progress.end();
  return {
    figures: [
      eachOf('seconds', 'time', measured),
      memoryOf(measured),
      eachOf('calls', 'calls of the API', measured),
      eachOf('reads', 'table reads', measured),
    ],
  };
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

const at = (buyers: number, part: keyof Run, measured: Sizes): number =>
  medianOf(measured.get(buyers)?.map((run) => run[part]) ?? []);

/** What 100,000 buyers take of it for each of them, against 1,000. */
function eachOf(part: keyof Run, what: string, measured: Sizes): Figure {
  return {
    id: `growth/${what.replaceAll(' ', '-')}`,
    what: `run --once, 100,000 buyers against 1,000: ${what} for each`,
    unit: '×',
    goal: { is: 'at most', value: mostGrowth },
    samples: [at(100_000, part, measured) / 100_000 / (at(1_000, part, measured) / 1_000)],
    counted: part !== 'seconds',
  };
}

/** Memory is to be flat. */
function memoryOf(measured: Sizes): Figure {
  return {
    id: 'growth/memory',
    what: 'run --once, 10,000 buyers against 1,000: memory',
    unit: '×',
    goal: { is: 'at most', value: 1.3 },
    samples: [at(10_000, 'peakMb', measured) / at(1_000, 'peakMb', measured)],
  };
}
