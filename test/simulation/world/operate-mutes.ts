import { settleMs } from '../oracle/check-delays.ts';
import { noteError } from '../oracle/note.ts';
import { type MuteDeed, minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { openAsOperator } from './operate.ts';
import { sweepAt } from './quiet-days.ts';

export function liveWithMutes(world: World): void {
  const { plan, scheduler } = world;
  for (const action of plan.mutes) scheduler.at(action.at, () => muteAsOperator(world, action));
}

/** `signalpost mute` and `unmute`, each with a clock of its own. */
function muteAsOperator(world: World, { kind, id, lastsMs }: MuteDeed): void {
  const { instance, ledger } = openAsOperator(world);
  const done =
    lastsMs === null
      ? ledger.mutes.end({ kind, id }, instance.now())
      : ledger.mutes.begin({ kind, id, until: instance.now() + lastsMs, because: 'too loud' });
  // The operator reads the error and tries again later.
  done.catch((error: unknown) => noteError(world, instance, error));
}

/** In peace: the sweeps of the minutes after the end of each mute, which send what it held. */
export function sweepAfterMutes(world: World): void {
  const { plan, scheduler } = world;
  for (const { at, lastsMs } of plan.mutes) {
    const end = at + (lastsMs ?? 0);
    const settledAt = end + settleMs(plan);
    if (end < scheduler.now()) continue;
    for (const before of [7, 6, 5, 4]) sweepAt(world, settledAt - before * minute);
  }
}
