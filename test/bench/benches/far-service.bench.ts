/**
 * A quiet `run --once` while each answer takes 200 ms, as from a service far away, against the bare loop: what is in flight
 * decides how long it takes.
 */

import { withScene } from '../machine/scene.ts';
import { atMost, type Bench, figure } from '../report/figure.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 200 };

export const measure: Bench['measure'] = ({ runs }) =>
  withScene(plan, async (scene) => {
    const state = scene.newState();
    // Records all signals.
    await scene.runOnce(state);
    const ratios: number[] = [];
    for (let round = 0; round < runs; round += 1) {
      const ours = await scene.runOnce(state);
      const loop = await scene.loop();
      ratios.push(ours.wallMs / loop.wallMs);
    }
    const what = 'run --once, 1,000 buyers, nothing new, answers after 200 ms, against the bare loop';
    return { figures: [figure('far-service/quiet', what, '×', atMost(0.5), ratios)] };
  });
