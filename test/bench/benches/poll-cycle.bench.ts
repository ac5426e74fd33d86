/**
 * A quiet `run --once` while one answer in sixteen takes ten times as long, against waves of `Promise.all` with 16 calls:
 * there nearly every wave waits for a slow answer, and the other calls of the wave with it.
 */
import { type Measured, runs, type StartProgress } from '../figure.ts';
import { type Scene, withScene } from '../machine/scene.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 20, slow: { oneIn: 16, latencyMs: 200 } };

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
    const waves = await scene.loop('waves');
    samples.push(waves.wallMs / ours.wallMs);
    progress.step();
  }
  progress.end();
  return {
    figures: [
      {
        id: 'poll-cycle/stragglers',
        what: 'poll cycle with stragglers, times as fast as waves of Promise.all',
        unit: '×',
        goal: { is: 'at least', value: 1.8 },
        samples,
      },
    ],
  };
}
