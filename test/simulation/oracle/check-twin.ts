import type { World } from '../world/world.ts';

/** I17: two installations of one config never share an id, or a receiver of both would drop what is no repeat. */
export function checkTwin(world: World, twin: World): void {
  const { oracle } = world;
  for (const digestId of twin.oracle.memory.digestKeys.keys()) {
    if (!oracle.memory.digestKeys.has(digestId)) continue;
    oracle.violate('I17', `two installations made a digest with the id ${digestId}`);
  }
}
