import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createProcess } from './create-process.ts';
import { createSimulatedTable } from './simulated-table.ts';
import type { World } from './world.ts';

/** What an outage of the whole service leaves: a pause, after which one call finds out whether to go on. */
export function leaveOutage(world: World): void {
  const instance = createProcess(world, 'operator');
  const ledger = createLedger({
    table: createSimulatedTable(world, instance),
    clock: { now: instance.now, sleep: () => Promise.resolve() },
    random: () => world.dice.next(),
  });
  ledger
    .pauseUpstream('lists', 'failing', false)
    .catch((error: unknown) => world.oracle.noteError(instance, error));
}
