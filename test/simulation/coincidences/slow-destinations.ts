import { type Dice, makeId } from '../parts/dice.ts';
import { minute, type Plan } from '../parts/plan.ts';
import type { Tick } from '../parts/tick.ts';
import { watching } from '../plan/change-configs.ts';
import { webhookOf } from '../plan/plan-configs.ts';
import { longBefore, quietTick, replaceRows, sendingAtOnce, withoutTrouble } from './quiet-plan.ts';

/** Two signals with that much text don't fit into one message. */
const textLength = 11_000;

/**
 * Destinations take what is sent and never answer, with a burst of digests for them, while a few signals come for another
 * route. Without faults in most of these worlds, where the other route's digests are timed.
 */
export function hangDestination(dice: Dice, plan: Plan): Plan {
  const isCalm = dice.chance(0.7);
  const minutes = 12;
  const ticks = eachMinute(plan, minutes).map((tick) => ({ ...tick, composes: [1, 1, 1, 1, 1, 1] }));
  // As many as there are senders, in some worlds.
  const hanging = dice.pick([1, 1, 2, 5]);
  const bridges = Array.from({ length: hanging + 1 }, () => makeId(dice));
  const [buyerId] = plan.buyers as [string];
  const calm = withoutTrouble({ ...plan, buyers: [buyerId], bridges, ticks });
  const burst = dice.between(29, 116);
  const few = dice.between(3, 12);
  const arrivals = [
    ...Array.from({ length: burst }, () => longBefore(dice, plan)),
    ...Array.from({ length: few }, () => plan.start + dice.between(0, (minutes - 4) * minute)),
  ];
  const replaced = replaceRows(dice, calm, arrivals);
  const rows = replaced.rows.map((row, index) => ({
    ...row,
    bridgeId: bridges[index < burst ? index % hanging : hanging] as string,
    ...(index < burst ? { textLength } : {}),
  }));
  const routeOf = (index: number): Plan['configs'][number]['routes'][number] => ({
    id: `route-${index}`,
    match: { bridges: [bridges[index] as string] },
    when: 'immediately',
    to: webhookOf(index),
  });
  const sending = sendingAtOnce(watching(calm.configs, { bridges: [], every: '1 minute' }));
  const configs = sending.map((config) => ({
    ...config,
    routes: bridges.map((_, index) => routeOf(index)),
  }));
  const routeIds = Array.from({ length: hanging }, (_, index) => `route-${index}`);
  const hangs = { routeIds, from: plan.start, until: plan.start + dice.between(2, 30) * minute };
  return {
    ...replaced,
    rows,
    configs,
    pageCap: 150,
    indexLagMs: 0,
    quietTicks: 0,
    ...(isCalm ? { skewMs: 0 } : {}),
    coincidence: { name: 'hanging destination', hangs, isCalm },
  };
}

/** Destinations take what is sent, and for hours no sender can store that: a grant is lost, or a partition is too busy. */
export function leaveUnstored(dice: Dice, plan: Plan): Plan {
  const { start } = plan;
  const ticks = Array.from({ length: 16 }, (_, index) => {
    const tick = { ...quietTick(start + index * 15 * minute), sweeps: 2 };
    return index === 0 ? tick : { ...tick, polls: 0, composes: [] };
  });
  const calm = withoutTrouble({ ...plan, ticks });
  const arrivals = Array.from({ length: 4 }, () => longBefore(dice, plan));
  return {
    ...replaceRows(dice, calm, arrivals),
    configs: sendingAtOnce(calm.configs),
    indexLagMs: 0,
    coincidence: { name: 'unstored outcomes', unstored: { from: start, until: start + 4 * 60 * minute } },
  };
}

/** Somebody stops a process on one machine, and starts it again, while destinations take their time to answer. */
export function stopInMidAttempt(dice: Dice, plan: Plan): Plan {
  const calm = withoutTrouble({ ...plan, buyers: plan.buyers.slice(0, 1), ticks: eachMinute(plan, 10) });
  const arrivals = Array.from({ length: dice.between(4, 16) }, () => longBefore(dice, plan));
  const replaced = replaceRows(dice, calm, arrivals);
  const configs = sendingAtOnce(watching(calm.configs, { bridges: [] }));
  const stops = Array.from({ length: dice.between(1, 3) }, (_, index) => {
    return plan.start + 20_000 + index * 3 * minute + dice.between(0, 2 * minute);
  });
  return {
    ...replaced,
    rows: replaced.rows.map((row) => ({ ...row, textLength })),
    configs,
    pageCap: 150,
    indexLagMs: 0,
    skewMs: 0,
    quietTicks: 0,
    coincidence: { name: 'stop in mid-attempt', stops, answersMs: 19_000, isCalm: true },
  };
}

function eachMinute({ start }: Plan, minutes: number): Tick[] {
  const slots = Array.from({ length: minutes }, (_, index) => start + index * minute);
  return slots.map((slot) => ({ ...quietTick(slot), composeAfterMs: 20_000 }));
}
