import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createProcess } from './create-process.ts';
import { createSimulatedTable } from './simulated-table.ts';
import type { World } from './world.ts';

/** An outage of the whole service: it causes a pause, after which one call probes the service. */
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
