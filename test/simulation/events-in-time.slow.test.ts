import { describe, expect, it } from 'vitest';
import type { EventMessage } from '../../shared/domain/polling/poll-message.ts';
import { quietTick, replaceRows, withoutTrouble } from './coincidences/quiet-plan.ts';
import { createDice } from './parts/dice.ts';
import { minute, type Plan } from './parts/plan.ts';
import type { RowPlan } from './parts/row-plan.ts';
import { makePlan } from './plan/make-plan.ts';
import { webhookOf } from './plan/plan-configs.ts';
import { createWorld } from './world/create-world.ts';
import { noFaults } from './world/faults.ts';
import { liveThrough } from './world/live-through.ts';

const seeds = Array.from({ length: 25 }, (_, index) => index + 1);

/** A hot row arrives between two ticks, and perhaps an event tells of it. No sweep comes before the next tick. */
function planOf(seed: number, tells: (row: RowPlan) => readonly EventMessage[]): Plan {
  const dice = createDice(seed, 61);
  const plan = withoutTrouble(makePlan(seed, 'plain'));
  const arrivesAt = plan.start + 5 * minute;
  const rows = replaceRows(dice, plan, [plan.start - 90 * minute, arrivesAt]).rows;
  // Its buyer had a signal before: an event is no reason to judge a first list.
  const [old, row] = rows as [RowPlan, RowPlan];
  const told = { ...row, buyerId: old.buyerId, score: 95, rowLagMs: 0, signalDate: arrivesAt };
  const [first] = plan.configs as [Plan['configs'][number]];
  return {
    ...replaceRows(dice, plan, []),
    template: undefined,
    rows: [old, told],
    changes: rows.map(({ arrivesAt: at, index: row }) => ({ at, row, kind: 'arrive' })),
    ticks: [{ ...quietTick(plan.start), composes: [], sweeps: 0 }],
    configs: [
      {
        ...first,
        api: { ...first.api, callsPerSecond: undefined },
        inbound: { events: { signingSecret: { secret: 'EVENTS' } } },
        watch: {
          ...first.watch,
          bridges: plan.bridges,
          only: undefined,
          except: undefined,
          firstRun: 'baseline',
        },
        hot: { topByHotness: 3, columns: [{ name: 'Match Score', atLeast: 80 }] },
        summaries: { waitAtMost: '0 minutes' },
        routes: [{ id: 'route-0', match: { hot: true }, when: 'immediately', to: webhookOf(0) }],
      },
    ],
    sorting: 'honoured',
    indexLagMs: 0,
    skewMs: 0,
    everyoneUpTo: 0,
    mutes: [],
    isPrompt: true,
    composesAtOnce: true,
    events: tells(told).map((message) => ({ at: arrivesAt + 1_000, message })),
  };
}

/** How long after each event something was delivered, by the simulated clock. */
async function secondsTo(seed: number, plan: Plan): Promise<number[]> {
  const world = createWorld({ seed, plan, faults: noFaults(), mutant: null, traced: false });
  const takenAt: number[] = [];
  const { take } = world.destinations;
  Object.assign(world.destinations, {
    take: (...taken: Parameters<typeof take>) => {
      takenAt.push(world.scheduler.now());
      take(...taken);
    },
  });
  await liveThrough(world);
  expect(world.oracle.violation).toBeNull();
  return takenAt.map((at) => (at - (plan.start + 5 * minute + 1_000)) / 1_000);
}

describe('from an event to a hot signal’s digest, by the simulated clock', () => {
  it.each([
    ['a buyer', (row: RowPlan) => [{ buyerIds: [row.buyerId] }]],
    ['a bridge', (row: RowPlan) => [{ bridgeId: row.bridgeId }]],
  ])('takes at most 4 seconds at every seed: of %s', async (_, tells) => {
    for (const seed of seeds) {
      const [seconds = Number.POSITIVE_INFINITY, ...others] = await secondsTo(seed, planOf(seed, tells));
      expect(seconds, `seed ${seed}`).toBeLessThanOrEqual(4);
      expect(others).toEqual([]);
    }
  });

  it('is the next tick’s without an event', async () => {
    expect(
      await secondsTo(
        1,
        planOf(1, () => []),
      ),
    ).toEqual([]);
  });
});
