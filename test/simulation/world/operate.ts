import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import { createProcess } from './instances.ts';
import type { Tick } from './plan.ts';
import { createSimulatedBlobs, createSimulatedTable } from './simulated-table.ts';
import type { World } from './world.ts';

/** What a person does by the CLI: the same steps as `signalpost resume` and `redrive`, over the same network. */
export function operate(world: World, deed: NonNullable<Tick['operator']>): void {
  if (deed === 'redrive-letters') {
    world.queues.redrive();
    return;
  }
  const instance = createProcess(world, 'operator');
  const ledger = createLedger({
    table: createSimulatedTable(world, instance),
    blobs: createSimulatedBlobs(world, instance),
    clock: { now: instance.now, sleep: () => Promise.resolve() },
    random: () => world.dice.next(),
  });
  release(ledger, instance.config.routes, deed, instance.now).catch((error: unknown) =>
    // The person reads what went wrong and tries again another time.
    world.oracle.noteError(instance, error),
  );
}

async function release(
  ledger: Ledger,
  routes: readonly { readonly id: string }[],
  deed: 'resume' | 'redrive' | 'release',
  now: () => number,
): Promise<void> {
  for (const { id } of routes) {
    if (deed === 'release') {
      await ledger.releaseHeld(id);
      continue;
    }
    if (deed === 'resume') await ledger.enableRoute(id);
    for (const digest of await ledger.listUndelivered(id)) {
      await ledger.makeDue(digest, [deed === 'resume' ? 'HELD' : 'DEAD'], now());
    }
  }
}
