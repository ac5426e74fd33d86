/**
 * A quiet `run --once` while each answer takes 200 ms, as from a service far away, against the bare loop: what is in flight
 * decides how long it takes. Both run in turn, so that a busy machine slows both.
 */

import { withScene } from '../machine/scene.ts';
import { atMost, type Bench, figure } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 200 };

export const measure: Bench['measure'] = (startProgress, effort) =>
  withScene(plan, async (scene) => {
    const state = scene.newState();
    // The first run records all signals.
    await scene.runOnce(state);
    const ratios = await measureRounds(startProgress, 'round', effort, async () => {
      const ours = await scene.runOnce(state);
      return ours.wallMs / (await scene.loop()).wallMs;
    });
    const what = 'run --once, 1,000 buyers, nothing new, answers after 200 ms, against the bare loop';
    return { figures: [figure('far-service/quiet', what, '×', atMost(0.5), ratios)] };
  });
