import { beginInvocation, type Instance } from '../parts/instance.ts';
import { configAt } from '../parts/plan.ts';
import { aheadOf } from '../parts/reading-plan.ts';
import type { World } from '../parts/world.ts';

/** A process of the current version with its own clock. It runs nothing yet. */
export function createProcess(world: World, name: Instance['name']): Instance {
  const { plan, dice, scheduler, version } = world;
  const skewMs = plan.skewMs === 0 ? 0 : dice.between(-plan.skewMs, plan.skewMs);
  world.instancesMade += 1;
  const id = world.instancesMade;
  return {
    ...beginInvocation(scheduler.now(), null, 0),
    id,
    name,
    version,
    config: configAt(plan.configs, version),
    skewMs,
    now: () => scheduler.now() + skewMs + aheadOf(plan.reading, { id, name }, scheduler.now()),
    handle: () => Promise.reject(new Error('not ready')),
    dead: false,
    busy: false,
    onCrash: null,
    moments: [],
    claim: null,
    claimedAt: 0,
    posted: null,
    readerPostFailed: false,
    buyers: new Map(),
  };
}
