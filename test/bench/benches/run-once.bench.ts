/**
 * `run --once` against a bare loop over node:http. Each run of ours is followed by one of the loop's: the figure is their
 * ratio, so that a busy machine slows both.
 */

import { type Figure, type Measured, runs, type StartProgress } from '../figure.ts';
import { type Scene, withScene } from '../machine/scene.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 20 };

interface Round {
  readonly ratio: number;
  readonly peakMb: number;
}

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const { figures } = await withScene(plan, (scene) => measureIn(scene, startProgress));
  const hot = await withScene({ ...plan, hot: true }, (scene) => measureHot(scene, startProgress));
  return { figures: [...figures, hot] };
}

/** Each hot signal costs two calls more: the order of its buyer's list, and the summary. */
async function measureHot(scene: Scene, startProgress: StartProgress): Promise<Figure> {
  const ratios: number[] = [];
  await scene.runOnce(scene.newState());
  const progress = startProgress('round with summaries', runs);
  for (let round = 0; round < runs; round += 1) {
    ratios.push(
      (await pair(scene, scene.newState(), { recorded: plan.signals, summaries: plan.signals })).ratio,
    );
    progress.step();
  }
  progress.end();
  return figure(
    'hot',
    'run --once, 1,000 buyers, 500 hot with summaries, against the bare loop',
    '×',
    3,
    ratios,
  );
}

async function measureIn(scene: Scene, startProgress: StartProgress): Promise<Measured> {
  const rounds: { readonly first: Round; readonly quiet: Round; readonly due: Round }[] = [];
  // Compiles what later runs find compiled: a user's first run does so once.
  await scene.runOnce(scene.newState());
  const progress = startProgress('round', runs);
  for (let round = 0; round < runs; round += 1) {
    const state = scene.newState();
    const first = await pair(scene, state, { recorded: plan.signals });
    const quiet = await pair(scene, state, { recorded: 0 });
    const due = await pair(scene, state, { recorded: 0 }, '--due');
    rounds.push({ first, quiet, due });
    progress.step();
  }
  progress.end();
  const of = (which: 'first' | 'quiet' | 'due', part: keyof Round) =>
    rounds.map((round) => round[which][part]);
  const scale = '1,000 buyers';
  return {
    figures: [
      figure('first', `run --once, ${scale}, 500 new, against the bare loop`, '×', 1.9, of('first', 'ratio')),
      figure(
        'quiet',
        `run --once, ${scale}, nothing new, against the bare loop`,
        '×',
        1.6,
        of('quiet', 'ratio'),
      ),
      figure(
        'due',
        `run --once --due, ${scale}, nothing new, against the bare loop`,
        '×',
        0.5,
        of('due', 'ratio'),
      ),
      figure('first-memory', `run --once, ${scale}, 500 new: most memory`, 'MB', 160, of('first', 'peakMb')),
      figure(
        'quiet-memory',
        `run --once, ${scale}, nothing new: most memory`,
        'MB',
        120,
        of('quiet', 'peakMb'),
      ),
    ],
  };
}

async function pair(
  scene: Scene,
  state: string,
  wanted: { readonly recorded: number; readonly summaries?: number },
  ...flags: string[]
): Promise<Round> {
  const ours = await scene.runOnce(state, ...flags);
  const { recorded, summaries = 0 } = wanted;
  const { signalsRecorded, summariesFetched } = JSON.parse(ours.stdout) as {
    readonly signalsRecorded: number;
    readonly summariesFetched: number;
  };
  if (signalsRecorded !== recorded)
    throw new Error(`${signalsRecorded} signals were recorded, not ${recorded}`);
  if (summariesFetched !== summaries)
    throw new Error(`${summariesFetched} summaries were fetched, not ${summaries}`);
  const loop = await scene.loop();
  if (Number(loop.stdout) !== plan.signals) throw new Error(`the loop found ${loop.stdout} signals`);
  return { ratio: ours.wallMs / loop.wallMs, peakMb: ours.peakMb };
}

function figure(name: string, what: string, unit: string, most: number, samples: readonly number[]): Figure {
  return { id: `run-once/${name}`, what, unit, goal: { is: 'at most', value: most } as const, samples };
}
