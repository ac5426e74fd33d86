import { type AnswerRule, allRows, rulesOf } from '../parts/answer-rules.ts';
import { type BridgeOddities, noOddities } from '../parts/bridge-oddities.ts';
import type { Dice } from '../parts/dice.ts';
import { day, hour, minute, type Plan } from '../parts/plan.ts';
import { inOrder, type RowPlan } from '../parts/row-plan.ts';
import type { Tick } from '../parts/tick.ts';
import { watching } from './change-configs.ts';

const answers = [403, 404, 422, 422, 500, 500, 503, 'cut', 'garbage', 'timeout'] as const;

/** The plan with oddities of its bridges, by dice of their own: where none come up it is as it was. */
export function addOddBridges(dice: Dice, plan: Plan): Plan {
  const odd = {
    trouble: dice.chance(0.08),
    late: dice.chance(0.1),
    vanishing: dice.chance(0.06),
    lies: dice.chance(0.06),
    slow: dice.chance(0.03),
    except: dice.chance(0.06),
  };
  const trouble = odd.trouble ? planTrouble(dice, plan) : null;
  const slow = odd.slow && trouble === null && plan.shape !== 'wide' ? planSlow(dice, plan) : null;
  const isUnsorted = trouble?.operations === newestRows;
  const sees = odd.late || odd.vanishing || slow !== null || isUnsorted;
  let next: Plan = {
    ...plan,
    answers: trouble === null ? plan.answers : [...plan.answers, trouble],
    bridgeOddities: { ...noOddities, slow, afterOutage: trouble !== null && dice.chance(0.3) },
  };
  if (sees) next = findByRows(dice, next);
  // One row a page is in order, whatever the order: nothing would show that the sort is ignored.
  if (slow !== null)
    next = beQuiet({ ...next, sorting: next.sorting === 'ignored' ? 'refused' : next.sorting });
  if (odd.late || slow !== null || (isUnsorted && dice.chance(0.6))) next = arriveLate(dice, next);
  if (odd.vanishing && slow === null) next = vanish(dice, next);
  if (odd.lies) next = lie(dice, next);
  if (odd.except) next = except(dice, next);
  return next;
}

const newestRows = ['newest rows'] as const;

/** The rows of one bridge fail for good, all or only those that are asked for by their last change. */
function planTrouble(dice: Dice, { bridges }: Pick<Plan, 'bridges'>): AnswerRule {
  return {
    ids: [dice.pick(bridges)],
    operations: dice.pick([newestRows, newestRows, allRows]),
    answer: dice.pick(answers),
    from: 0,
    until: Number.POSITIVE_INFINITY,
  };
}

function planSlow(
  dice: Dice,
  { bridges, reading }: Pick<Plan, 'bridges' | 'reading'>,
): BridgeOddities['slow'] {
  const bridgeId = dice.pick(bridges);
  const fillers = dice.between(20, 26);
  const isOneByOne = fillers % 2 === 0;
  // An invocation has time for about 18 of them, and for 70 if it gets four at once, which takes a total to go by.
  const isFew = isOneByOne || reading.envelope?.startsWith('counts-');
  return {
    bridgeId,
    fillers: isFew ? fillers : 3 * fillers,
    pageMs: 14_000,
    isOneByOne,
  };
}

/** Buyers are found by the rows of bridges alone. */
function findByRows(dice: Dice, plan: Plan): Plan {
  const firstRun = dice.chance(0.6) ? ({ firstRun: 'baseline' } as const) : {};
  const configs = watching(plan.configs, { buyers: [], bridges: plan.bridges, ...firstRun });
  // Rows that are never shown would hide a buyer that is found by them alone.
  const rows = plan.rows.map((row) => ({ ...row, rowLagMs: row.rowLagMs ?? 0 }));
  const createdAt = planCreation(dice, plan);
  return { ...plan, configs, rows: rows.map((row) => ({ ...row, createdAt: createdAt(row) })) };
}

/** When a row says that it was created: nothing at all, the truth, or long before, as for one that came from elsewhere. */
function planCreation(dice: Dice, { start }: Plan): (row: RowPlan) => number | null {
  if (dice.chance(0.4)) return () => null;
  const old = dice.chance(0.5);
  return ({ arrivesAt, hotness }) => (old && hotness % 3 === 0 ? start - 400 * day : arrivesAt);
}

/** A buyer of whom nothing is known before some tick, when its bridge may have been read through. */
function arriveLate(dice: Dice, plan: Plan): Plan {
  const buyerId = dice.pick(plan.buyers);
  const from = dice.pick(plan.ticks.slice(1)).slot - minute;
  const delays = new Map<number, number>();
  const isFromElsewhere = dice.chance(0.5);
  const rows = plan.rows.map((row) => {
    if (row.buyerId !== buyerId || row.arrivesAt >= from) return row;
    const delay = from + dice.between(0, 15 * minute) - row.arrivesAt;
    delays.set(row.index, delay);
    const { arrivesAt, signalDate, createdAt = null } = row;
    return {
      ...row,
      arrivesAt: arrivesAt + delay,
      signalDate: signalDate + delay,
      createdAt: createdAt === arrivesAt ? arrivesAt + delay : createdAt,
      // Only its last change says that it was there before.
      ...(createdAt === null && isFromElsewhere ? { updatedAheadMs: plan.start - 40 * day - arrivesAt } : {}),
    };
  });
  const changes = plan.changes.map((change) => ({
    ...change,
    at: change.at + (delays.get(change.row) ?? 0),
  }));
  return { ...plan, rows, changes: inOrder(changes) };
}

/** Time enough for ticks that nothing disturbs. */
function beQuiet(plan: Plan): Plan {
  return { ...plan, quietTicks: Math.max(plan.quietTicks, 9) };
}

function vanish(dice: Dice, plan: Plan): Plan {
  const candidates = plan.buyers.filter((id) =>
    rulesOf(plan, { operation: 'summary', id }).every(({ ids }) => ids === undefined),
  );
  if (candidates.length === 0) return plan;
  const from = dice.pick(plan.ticks).slot + dice.between(-minute, 10 * minute);
  const until = dice.chance(0.5) ? lastSlot(plan) + 10 * minute : Number.POSITIVE_INFINITY;
  const vanishing = { buyerId: dice.pick(candidates), from, until };
  return { ...plan, bridgeOddities: { ...plan.bridgeOddities, vanishing } };
}

/** One row says that it changed hours from now, each time that it changes. */
function lie(dice: Dice, plan: Plan): Plan {
  const liars = plan.rows.filter(({ arrivesAt }) => arrivesAt < lastSlot(plan));
  if (liars.length === 0) return plan;
  const { index } = dice.pick(liars);
  const updatedAheadMs = dice.pick([2 * hour, 5 * hour, 20 * hour, 23 * hour]);
  const rows = plan.rows.map((row) => (row.index === index ? { ...row, updatedAheadMs, zoneMs: 0 } : row));
  const isSlowToAsk = dice.chance(0.7);
  const configs = isSlowToAsk ? watching(plan.configs, { allEvery: '1 day' }) : plan.configs;
  return beQuiet({ ...plan, rows, configs });
}

/** From the first deploy on, or from a later one. */
function except(dice: Dice, plan: Plan): Plan {
  const ofBuyers = plan.buyers.length > 1 && dice.chance(0.5);
  const chosen: Plan['configs'][number]['watch']['except'] = ofBuyers
    ? { buyers: [dice.pick(plan.buyers)], bridges: [] }
    : { buyers: [], bridges: [dice.pick(plan.bridges)] };
  const without = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => !chosen.buyers.includes(id) && !chosen.bridges.includes(id));
  const first = dice.pick([0, 1]);
  const configs = plan.configs.map((config, index) => {
    if (index < first) return config;
    const { buyers, bridges } = config.watch;
    return {
      ...config,
      watch: { ...config.watch, buyers: without(buyers), bridges: without(bridges), except: chosen },
    };
  });
  const { watch } = configs.at(-1) as (typeof configs)[number];
  return watch.buyers.length + watch.bridges.length === 0 ? plan : { ...plan, configs };
}

function lastSlot({ ticks }: { readonly ticks: readonly Tick[] }): number {
  return (ticks.at(-1) as Tick).slot;
}
