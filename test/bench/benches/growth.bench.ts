/**
 * How a first `run --once` grows with the number of buyers, half of whom have a new signal: its time, memory, calls and
 * table reads. Fewer repeats where a run takes minutes.
 */

import { atMost, type Figure, figure, type Measured, medianOf, runs, type StartProgress } from '../figure.ts';
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
  const at = (buyers: number, part: keyof Run): number =>
    medianOf(measured.get(buyers)?.map((run) => run[part]) ?? []);
  /** What 100,000 buyers take of it for each of them, against 1,000. */
  const eachOf = (part: keyof Run, what: string): Figure => {
    const id = `growth/${what.replaceAll(' ', '-')}`;
    const told = `run --once, 100,000 buyers against 1,000: ${what} for each`;
    return figure(id, told, '×', atMost(mostGrowth), [
      at(100_000, part) / 100_000 / (at(1_000, part) / 1_000),
    ]);
  };
  const memory = [at(10_000, 'peakMb') / at(1_000, 'peakMb')];
  return {
    figures: [
      eachOf('seconds', 'time'),
      // Memory is to be flat.
      figure('growth/memory', 'run --once, 10,000 buyers against 1,000: memory', '×', atMost(1.3), memory),
      { ...eachOf('calls', 'calls of the API'), counted: true },
      { ...eachOf('reads', 'table reads'), counted: true },
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
