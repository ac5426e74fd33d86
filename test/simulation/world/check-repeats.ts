import { minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { invokeAsync } from './invoke.ts';

/** I14: every message and the last tick are repeated, and no destination is called. */
export async function checkRepeats(world: World): Promise<void> {
  const { queues, scheduler, oracle, plan } = world;
  const countPosts = () => oracle.memory.posts.filter(({ routeId }) => routeId !== plan.poisonRoute).length;
  const before = countPosts();
  for (const name of ['delivery', 'summary'] as const)
    queues.accept(name, [...(queues.everSent.get(name) ?? [])]);
  for (const { id } of plan.configs[0]?.routes ?? []) invokeAsync(world, 'compose-digests', { routeId: id });
  await scheduler.runUntil(scheduler.now() + 10 * minute);
  const after = countPosts();
  if (after > before) oracle.violate('I14', `repeats made ${after - before} calls`);
}
