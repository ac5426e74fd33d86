import { deployAssembly } from '../cdk.ts';
import { buildPrevious } from '../previous-version.ts';
import { digestsOf, signalsOf } from '../received-digests.ts';
import { allowBatchesOfAll } from '../role-grants.ts';
import { routeId, type Scene } from '../scene.ts';
import { step, waitUntil } from '../story.ts';
import { listSignals } from '../upstream.ts';

/**
 * The version before this one makes digests that nobody takes; then this version is deployed over it, and delivers
 * them: the same ids, the same bytes.
 */
export async function upgradeWithPendingDigests(scene: Scene, deploy: () => Promise<unknown>): Promise<void> {
  const previous = await step('build the version before this one', () => buildPrevious(scene));
  await step(`deploy that version, ${previous.commit.slice(0, 10)}`, async () => {
    await deployAssembly(scene, previous.assembly);
    await allowBatchesOfAll(scene);
  });
  const listed = (
    await Promise.all(scene.buyers.map((buyerId) => listSignals(scene.upstream, buyerId)))
  ).flat();
  if (listed.length === 0) throw new Error('upstream lists no signal at all: nothing would be tested');
  const pending = await step(`it composes digests of ${listed.length} signals, and nobody takes them`, () =>
    makePending(scene, listed),
  );
  await step('deploy this version over it', async () => {
    await deploy();
    await allowBatchesOfAll(scene);
  });
  await step('every digest that was pending arrives, with its id and its bytes', () =>
    takePending(scene, pending),
  );
}

/** With its queue left alone, so that the story decides about attempts: after two that failed, the third is minutes away. */
async function makePending(scene: Scene, listed: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { destination, functions, signingSecret } = scene;
  destination.refuse();
  await functions.consume('deliver-digest', false);
  await functions.invoke('plan-polls', { slot: new Date().toISOString() });
  const attempted = new Set<string>();
  const refused = () => digestsOf(destination.refused, signingSecret);
  const missing = () => {
    const there = new Set(signalsOf(refused()));
    return listed.filter((id) => !there.has(id)).length;
  };
  await waitUntil(
    async () => {
      await functions.invoke('compose-digests', { routeId, slot: new Date().toISOString() });
      const { wouldDeliver } = (await functions.invoke('deliver-digest', { dryRun: true })) as {
        wouldDeliver: readonly object[];
      };
      for (const pointer of wouldDeliver) {
        if (attempted.has(JSON.stringify(pointer))) continue;
        attempted.add(JSON.stringify(pointer));
        await functions.invoke('deliver-digest', pointer);
      }
      return missing() === 0;
    },
    {
      seconds: 180,
      state: () => `${missing()} of ${listed.length} signals are in no digest that was attempted`,
    },
  );
  if (destination.taken.length > 0) throw new Error('a digest was taken while all were to be refused');
  return refused();
}

async function takePending(scene: Scene, pending: ReadonlyMap<string, string>): Promise<void> {
  const { destination, functions, signingSecret } = scene;
  destination.take();
  await functions.consume('deliver-digest', true);
  const taken = () => digestsOf(destination.taken, signingSecret);
  const missing = () => [...pending.keys()].filter((id) => !taken().has(id));
  await waitUntil(() => missing().length === 0, {
    seconds: 240,
    state: () => `${missing().length} of ${pending.size} digests have not arrived`,
  });
  const changed = [...pending].filter(([id, body]) => taken().get(id) !== body).map(([id]) => id);
  if (changed.length > 0) throw new Error(`digests that arrived with other bytes: ${changed.join(', ')}`);
}
