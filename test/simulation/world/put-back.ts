import { crash, stamp, type World } from './world.ts';

/** The ledger is replaced by an earlier copy of itself. Every process ends before, and none reaches the old table. */
export function planToPutBack(world: World): void {
  const { plan, scheduler } = world;
  if (plan.putBack === null) return;
  const { copiedAt, at } = plan.putBack;
  scheduler.at(copiedAt, () => {
    const restore = copy(world);
    scheduler.at(at, restore);
  });
}

function copy(world: World): () => void {
  const { table, dueIndex, oracle } = world;
  world.trace?.push(`${stamp(world)} the ledger is copied`);
  const putBack = table.copy();
  const { posts: _, digestKeys, forgotten: __, counted: ___, ...kept } = oracle.memory;
  const copied = structuredClone({ ...kept, digestKeys });
  return () => {
    world.trace?.push(`${stamp(world)} the copy of the ledger is put back`);
    for (const instance of [...world.instances.values()].flat()) crash(world, instance, 'the ledger goes');
    world.cutOffUpTo = world.instancesMade;
    putBack();
    dueIndex.reset(table.all());
    // An id that was used is never used again, whatever the ledger knows of it.
    const { digestKeys: known, ...state } = copied;
    Object.assign(oracle.memory, state);
    for (const { digestId } of [...world.destinations.taken.values()].flat()) {
      if (!known.has(digestId)) oracle.memory.forgotten.add(digestId);
    }
  };
}
