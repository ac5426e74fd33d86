import { noOddities } from '../parts/bridge-oddities.ts';
import { type Dice, makeId } from '../parts/dice.ts';
import { day, hour, minute, type Plan } from '../parts/plan.ts';
import { inOrder, type RowPlan } from '../parts/row-plan.ts';
import type { Tick } from '../parts/tick.ts';
import { routing, watching } from '../plan/change-configs.ts';

/** The same world without any other trouble, and with the config of its first version throughout. */
export function withoutTrouble(plan: Plan): Plan {
  const [config] = plan.configs as [Plan['configs'][number]];
  const watch = { ...config.watch, buyers: plan.buyers };
  const calm = { throttled: 0, failing: 0, cut: 0, garbage: 0, slow: 0, gone: 0 };
  return {
    ...plan,
    configs: [{ ...config, watch }],
    weather: calm,
    moves: 0,
    misfit: null,
    pageCap: 20,
    overfullUntil: null,
    outages: [],
    answers: [],
    poisonRoute: null,
    busy: null,
    putBack: null,
    callsBeforeCut: null,
    bridgeOddities: noOddities,
    reading: {
      envelope: null,
      fastClock: null,
      tiesAtEdges: false,
      emptyIs404: false,
      zoneMs: 0,
      swap: null,
    },
  };
}

/** Every signal, those from before the first run too, goes to every route. */
export function sendingAll(configs: Plan['configs']): Plan['configs'] {
  const sending = watching(configs, { firstRun: 'send-all' });
  const unruled = routing(sending, (route) => ({ ...route, match: {}, flood: 'off' }));
  return unruled.map((config) => ({ ...config, hot: { topByHotness: 0, columns: [] } }));
}

/** And at once. */
export function sendingAtOnce(configs: Plan['configs']): Plan['configs'] {
  return routing(sendingAll(configs), (route) => ({ ...route, when: 'immediately' }));
}

/** Ticks a quarter of an hour apart, two at once at first. */
export function doubledTicks(start: number): Tick[] {
  return [0, 16, 32, 48].map((minutes) => ({
    ...quietTick(start + minutes * minute),
    polls: minutes === 0 ? 2 : 1,
  }));
}

/** A tick on which nothing goes wrong by itself. */
export function quietTick(slot: number): Tick {
  return {
    slot,
    polls: 1,
    byHand: false,
    composes: [1, 1, 1],
    sweeps: 1,
    lateMs: 0,
    composeAfterMs: minute,
    deploys: false,
    losesMessages: false,
    replays: false,
    operator: null,
  };
}

/** Rows in place of those that were drawn, in turn of all bridges and of all buyers. */
export function replaceRows(dice: Dice, plan: Plan, arrivals: readonly number[]): Plan {
  const { bridges, buyers } = plan;
  const rows = arrivals.map((arrivesAt, index): RowPlan => {
    return {
      index,
      rowId: makeId(dice),
      bridgeId: bridges[index % bridges.length] as string,
      buyerId: buyers[index % buyers.length] as string,
      arrivesAt,
      signalDate: arrivesAt - dice.between(0, hour),
      hotness: dice.between(0, 1_000),
      score: dice.pick([10, 50, 79, 80, 95]),
      rowLagMs: dice.pick([0, 0, 5 * minute]),
    };
  });
  const changes = rows.map(({ arrivesAt: at, index: row }) => ({ at, row, kind: 'arrive' as const }));
  return { ...plan, rows, changes: inOrder(changes), arrivals: [] };
}

/** Days before a world begins, whose rows exist at the first poll. */
export const longBefore = (dice: Dice, { start }: Plan): number => start - dice.between(2, 9) * day;
