import { attemptMs } from '../../../functions/deliver-digest/attempt-time.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createProcess } from './create-process.ts';
import { createSimulatedTable } from './simulated-table.ts';
import { crash, stamp, type World } from './world.ts';

/**
 * Ctrl-C on one machine, and a start afterwards: nothing is begun any more, deliveries that are under way have as long as
 * an attempt may take, and then the process is gone with its queues.
 */
export function stopAndStart(world: World): void {
  const { scheduler, queues } = world;
  // It stops already, or has not started again: nobody is there to be told.
  if (world.stopping.signal.aborted) return;
  world.trace?.push(`${stamp(world)} the process is told to stop`);
  world.stopping.abort();
  scheduler.at(scheduler.now() + attemptMs, () => {
    for (const instance of [...world.instances.values()].flat())
      crash(world, instance, 'the process has ended');
    queues.lose();
    const operator = createProcess(world, 'operator');
    const clock = { now: operator.now, sleep: () => Promise.resolve() };
    const table = createSimulatedTable(world, operator);
    const ledger = createLedger({ table, clock, random: () => world.dice.next() });
    void ledger
      .endLeases(operator.now())
      .catch((error: unknown) => world.oracle.noteError(operator, error))
      .finally(() => {
        world.stopping = new AbortController();
        world.trace?.push(`${stamp(world)} the process has started again`);
      });
  });
}
