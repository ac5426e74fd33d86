import type { World } from '../world/world.ts';

/** I17: two installations of one config never share an id: a receiver of both would drop the second message. */
export function checkTwin(world: World, twin: World): void {
  const { oracle } = world;
  for (const digestId of twin.oracle.memory.digestKeys.keys()) {
    if (!oracle.memory.digestKeys.has(digestId)) continue;
    oracle.violate('I17', `two installations created a digest with the id ${digestId}`);
  }
}
