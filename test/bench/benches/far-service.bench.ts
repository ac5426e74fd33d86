/**
 * A quiet `run --once` while each answer takes 200 ms, as from a service far away, against the bare loop: what is in flight
 * decides how long it takes.
 */
import { type Measured, runs, type StartProgress } from '../figure.ts';
import { type Scene, withScene } from '../machine/scene.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 200 };

export function measure(startProgress: StartProgress): Promise<Measured> {
  return withScene(plan, (scene) => measureIn(scene, startProgress));
}

async function measureIn(scene: Scene, startProgress: StartProgress): Promise<Measured> {
  const state = scene.newState();
  await scene.runOnce(state);
  const samples: number[] = [];
  const progress = startProgress('round', runs);
  for (let round = 0; round < runs; round += 1) {
    const ours = await scene.runOnce(state);
    const loop = await scene.loop('pool');
    samples.push(ours.wallMs / loop.wallMs);
    progress.step();
  }
  progress.end();
  return {
    figures: [
      {
        id: 'far-service/quiet',
        what: 'run --once, 1,000 buyers, nothing new, answers after 200 ms, against the bare loop',
        unit: '×',
        goal: { is: 'at most', value: 0.5 },
        samples,
      },
    ],
  };
}
