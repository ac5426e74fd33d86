/**
 * `run --once` against a bare loop over node:http. Each run of ours is followed by one of the loop's: the figure is their
 * ratio, so that a busy machine slows both.
 */

import { type Scene, withScene } from '../machine/scene.ts';
import { atMost, type Bench, type Figure, figure, type StartProgress } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 20 };
const goals = { first: 1.6, quiet: 0.75, memory: 125 };
/** What a process costs once counts for less. */
const goalsOfMany = { first: 0.85, quiet: 0.5, memory: 220 };

interface Round {
  readonly ratio: number;
  readonly peakMb: number;
}

export const measure: Bench['measure'] = async (startProgress, { runs, isSmall }) => {
  const many = isSmall ? { ...plan, buyers: 200, signals: 100 } : { ...plan, buyers: 10_000, signals: 5_000 };
  const figures = [
    ...(await measureSize(plan, goals, startProgress, runs)),
    await withScene({ ...plan, hot: true }, (scene) => measureHot(scene, startProgress, runs)),
    ...(await measureSize(many, goalsOfMany, startProgress, Math.min(runs, 2))),
  ];
  return { figures };
};

/** Each of these buyers costs two calls more: the order of its list, whose first signal is hot, and the summary. */
async function measureHot(scene: Scene, startProgress: StartProgress, runs: number): Promise<Figure> {
  await scene.runOnce(scene.newState());
  const wanted = { recorded: 2 * plan.signals, listed: 2 * plan.signals, summaries: plan.signals };
  const rounds = await measureRounds(startProgress, 'round with summaries', { runs }, () =>
    pair(scene, scene.newState(), wanted),
  );
  const ratios = rounds.map(({ ratio }) => ratio);
  const what = 'run --once, 1,000 buyers, 1,000 new, 500 of them hot with summaries, against the bare loop';
  return figure('run-once/hot', what, '×', atMost(3), ratios);
}

function measureSize(
  size: typeof plan,
  goal: typeof goals,
  startProgress: StartProgress,
  runs: number,
): Promise<Figure[]> {
  return withScene(size, async (scene) => {
    // Compiles what later runs find compiled: a user's first run does so once.
    await scene.runOnce(scene.newState());
    const buyers = `${size.buyers.toLocaleString('en-US')} buyers`;
    const rounds = await measureRounds(startProgress, `round of ${buyers}`, { runs }, async () => {
      const state = scene.newState();
      const first = await pair(scene, state, { recorded: size.signals });
      const quiet = await pair(scene, state, { recorded: 0, listed: size.signals });
      const due = await pair(scene, state, { recorded: 0, listed: size.signals }, '--due');
      return { first, quiet, due };
    });
    const of = (which: 'first' | 'quiet' | 'due', part: keyof Round) =>
      rounds.map((round) => round[which][part]);
    const id = size === plan ? 'run-once' : 'run-once/many';
    const news = `run --once, ${buyers}, ${size.signals.toLocaleString('en-US')} new`;
    const quiet = `run --once, ${buyers}, nothing new`;
    const due = `run --once --due, ${buyers}, nothing new`;
    return [
      figure(`${id}/first`, `${news}, against the bare loop`, '×', atMost(goal.first), of('first', 'ratio')),
      figure(`${id}/quiet`, `${quiet}, against the bare loop`, '×', atMost(goal.quiet), of('quiet', 'ratio')),
      figure(`${id}/due`, `${due}, against the bare loop`, '×', atMost(0.5), of('due', 'ratio')),
      figure(`${id}/first-memory`, `${news}: most memory`, 'MB', atMost(goal.memory), of('first', 'peakMb')),
      figure(`${id}/quiet-memory`, `${quiet}: most memory`, 'MB', atMost(goal.memory), of('quiet', 'peakMb')),
    ];
  });
}

async function pair(
  scene: Scene,
  state: string,
  wanted: { readonly recorded: number; readonly summaries?: number; readonly listed?: number },
  ...flags: string[]
): Promise<Round> {
  const ours = await scene.runOnce(state, ...flags);
  const { signalsRecorded, summariesFetched } = JSON.parse(ours.stdout) as Record<string, number>;
  const found = { recorded: signalsRecorded, summaries: summariesFetched };
  const { recorded, summaries = 0, listed = recorded } = wanted;
  if (found.recorded !== recorded || found.summaries !== summaries)
    throw new Error(`found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  const loop = await scene.loop();
  if (Number(loop.stdout) !== listed) throw new Error(`the loop found ${loop.stdout} signals`);
  return { ratio: ours.wallMs / loop.wallMs, peakMb: ours.peakMb };
}
