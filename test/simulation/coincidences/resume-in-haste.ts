import type { TableChange } from '../../support/ledger/memory-table.ts';
import { operate } from '../world/operate.ts';
import type { World } from '../world/world.ts';

/** Somebody is at hand when a route is disabled, and resumes it while its digests are still being settled. */
export function resumeInHaste(world: World, changes: readonly TableChange[]): void {
  const { plan, scheduler, recovering } = world;
  const { hasteMs } = plan.coincidence ?? {};
  if (hasteMs === undefined || recovering) return;
  for (const { key, before, after } of changes) {
    if (key.sk !== 'META' || after?.state !== 'DISABLED' || before?.state === 'DISABLED') continue;
    scheduler.at(scheduler.now() + hasteMs, () => operate(world, 'resume'));
  }
}
