import { digestsOf, signalsOf } from '../received-digests.ts';
import { routeId, type Scene } from '../scene.ts';
import { invokeBySignalpost } from '../signalpost.ts';
import { step, waitUntil } from '../story.ts';
import { addSignal } from '../upstream.ts';

/** New signals on their way through all functions: first as a person invokes them, then by the schedules alone. */
export async function letSignalsArrive(scene: Scene): Promise<void> {
  const [first = '', second = '', third = ''] = scene.buyers;
  const added = await Promise.all([first, second].map((buyerId) => addSignal(scene.upstream, buyerId)));
  await step(
    'signalpost invoke plan-polls and compose-digests: new signals arrive, signed, each once',
    async () => {
      await invokeBySignalpost(scene, 'plan-polls', {});
      await waitUntil(
        async () => {
          await invokeBySignalpost(scene, 'compose-digests', { routeId });
          return missing(scene, added).length === 0;
        },
        { seconds: 180, state: () => stateOf(scene, added) },
      );
    },
  );
  await step('a new signal arrives by the schedules alone', async () => {
    const one = [await addSignal(scene.upstream, third)];
    // Two rates of a minute, one after the other, and the way through two queues.
    await waitUntil(() => missing(scene, one).length === 0, {
      seconds: 420,
      state: () => stateOf(scene, one),
    });
  });
}

function missing({ destination, signingSecret }: Scene, wanted: readonly string[]): string[] {
  const there = new Set(signalsOf(digestsOf(destination.taken, signingSecret)));
  return wanted.filter((id) => !there.has(id));
}

const stateOf = (scene: Scene, wanted: readonly string[]) =>
  `${missing(scene, wanted).length} of ${wanted.length} signals have not arrived`;
