import type { Effort, StartProgress } from '../report/figure.ts';
import { type Scene, withScene } from './scene.ts';
import type { UpstreamPlan } from './upstream.ts';

/**
 * The wall times of a quiet `run --once` and of the loop after it, in milliseconds, in each round: both in turn, so that a
 * busy machine slows both. A first run records all signals before them.
 */
export function measureQuietPairs(
  plan: UpstreamPlan,
  way: Parameters<Scene['loop']>[0],
  startProgress: StartProgress,
  { runs }: Effort,
) {
  return withScene(plan, async (scene) => {
    const state = scene.newState();
    await scene.runOnce(state);
    const pairs: { readonly oursMs: number; readonly loopMs: number }[] = [];
    const progress = startProgress('round', runs);
    for (let round = 0; round < runs; round += 1) {
      const ours = await scene.runOnce(state);
      const loop = await scene.loop(way);
      pairs.push({ oursMs: ours.wallMs, loopMs: loop.wallMs });
      progress.step();
    }
    progress.end();
    return pairs;
  });
}
