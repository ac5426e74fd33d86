import { createMemoryTable } from '../../support/ledger/memory-table.ts';
import { createSimulatedTime } from '../../support/time/simulated-time.ts';
import { seenTable } from '../oracle/check-place.ts';
import { noteCommit } from '../oracle/note.ts';
import { createDestinations } from '../parts/destinations.ts';
import { createDice } from '../parts/dice.ts';
import { createDueIndex } from '../parts/due-index.ts';
import { createOracle } from '../parts/oracle.ts';
import type { World } from '../parts/world.ts';
import { createUpstream } from '../upstream/create-upstream.ts';
import { createQueues } from './create-queues.ts';

interface WorldOptions extends Pick<World, 'plan' | 'faults' | 'mutant'> {
  readonly seed: number;
  readonly traced: boolean;
}

export function createWorld({ seed, plan, faults, mutant, traced }: WorldOptions): World {
  const dice = createDice(seed, 2);
  const scheduler = createSimulatedTime(Math.min(plan.start, ...plan.changes.map(({ at }) => at)), {
    mostEvents: plan.mostEvents,
  });
  const self = (): World => world;
  const dueIndex = createDueIndex(dice, scheduler.now, () => !world.recovering);
  const trace: string[] | null = traced ? [] : null;
  const world: World = {
    plan,
    dice,
    scheduler,
    faults,
    oracle: createOracle(trace),
    dueIndex,
    mutant,
    table: seenTable(
      createMemoryTable((changes) => {
        dueIndex.follow(changes);
        noteCommit(world, changes);
      }),
    ),
    queues: createQueues(self),
    upstream: createUpstream(self),
    destinations: createDestinations(),
    messages: new Map(),
    messagesNamed: 0,
    clicks: 0,
    clickDice: createDice(seed, 62),
    instances: new Map(),
    actor: null,
    version: 0,
    stopping: new AbortController(),
    recovering: false,
    instancesMade: 0,
    cutOffUpTo: 0,
    uses: new Set(),
    trace,
  };
  return world;
}
