import { createMemoryTable } from '../../support/ledger/memory-table.ts';
import { createSimulatedTime } from '../../support/time/simulated-time.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { seenTable } from '../oracle/check-place.ts';
import { createOracle } from '../oracle/create-oracle.ts';
import type { Plan } from '../plan/plan.ts';
import { createUpstream } from '../upstream/create-upstream.ts';
import { createQueues } from './create-queues.ts';
import { createDestinations } from './destinations.ts';
import { createDice } from './dice.ts';
import { createDueIndex } from './due-index.ts';
import type { Faults } from './faults.ts';
import type { World } from './world.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly plan: Plan;
  readonly faults: Faults;
  readonly mutant: Mutant | null;
  readonly traced: boolean;
}

export function createWorld({ seed, plan, faults, mutant, traced }: WorldOptions): World {
  const dice = createDice(seed, 2);
  const scheduler = createSimulatedTime(Math.min(plan.start, ...plan.changes.map(({ at }) => at)), {
    mostEvents: plan.mostEvents,
  });
  const self = (): World => world;
  const dueIndex = createDueIndex(dice, scheduler.now, () => !world.recovering);
  const oracle = createOracle(self);
  const world: World = {
    plan,
    dice,
    scheduler,
    faults,
    oracle,
    dueIndex,
    mutant,
    table: seenTable(
      createMemoryTable((changes) => {
        dueIndex.follow(changes);
        oracle.noteCommit(changes);
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
    trace: traced ? [] : null,
  };
  return world;
}
