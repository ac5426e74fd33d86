import { type AnswerRule, allRows, lists, type Operation } from '../parts/answer-rules.ts';
import { type Dice, makeId } from '../parts/dice.ts';
import { day, hour, minute, type Plan, peaceAfter } from '../parts/plan.ts';
import { inOrder, type RowPlan } from '../parts/row-plan.ts';
import type { Tick } from '../parts/tick.ts';
import { routing, watching } from './change-configs.ts';

const mostRefused = 8;
const forGood = { from: 0, until: Number.POSITIVE_INFINITY } as const;

/**
 * Buyers whose lists are refused, and summaries or ranks that are throttled or fail: each concerns nothing else. `added`:
 * refused buyers that no row names. They are polled where the config names buyers.
 */
export function planRefusals(
  dice: Dice,
  { buyers, ticks, configs }: Pick<Plan, 'buyers' | 'ticks' | 'configs'>,
): { readonly rules: readonly AnswerRule[]; readonly added: readonly string[] } {
  const mayAdd = (configs[0]?.watch.buyers.length ?? 0) > 0;
  const slots = ticks.map(({ slot }) => slot);
  const isTroubled = dice.chance(0.08);
  const isCrowd = mayAdd && dice.chance(0.3);
  const candidates = isCrowd
    ? Array.from({ length: dice.between(5, mostRefused) }, () => makeId(dice))
    : buyers;
  const most = isCrowd ? mostRefused : Math.min(mostRefused, Math.ceil(buyers.length / 2));
  const count = isCrowd ? candidates.length : dice.between(1, most);
  const from = dice.chance(0.5) ? 0 : dice.pick(slots) + dice.between(-minute, 10 * minute);
  const later = [...slots.filter((slot) => slot > from), peaceAfter(ticks) + dice.between(0, 24) * hour];
  const until = dice.chance(0.5) ? Number.POSITIVE_INFINITY : dice.pick(later);
  const first = dice.between(0, candidates.length - 1);
  const ids = [...candidates.slice(first), ...candidates.slice(0, first)].slice(0, count);
  const retryAfter = dice.pick([30, 600, 3_600]);
  const throttle = (operation: 'summary' | 'hotness'): AnswerRule => {
    return { ...forGood, operations: [operation], answer: 429, retryAfter };
  };
  return {
    rules: [
      ...(isTroubled ? [{ operations: ['list', 'hotness'], ids, answer: 403, from, until } as const] : []),
      ...(dice.chance(0.06) ? [throttle('summary')] : []),
      ...(dice.chance(0.04) ? [throttle('hotness')] : []),
    ],
    added: isTroubled && isCrowd ? ids : [],
  };
}

export function failing(
  operation: 'summary' | 'hotness',
  answer: AnswerRule['answer'],
): readonly AnswerRule[] {
  return [{ ...forGood, operations: [operation], answer }];
}

/** A buyer about whom the service never answers properly. */
export function poison(buyerId: string, answer: AnswerRule['answer']): AnswerRule {
  return { ...forGood, ids: [buyerId], answer };
}

const statuses = [401, 403, 404, 422, 500] as const;
const parts: readonly (readonly Operation[])[] = [
  ['list'],
  lists,
  ['hotness'],
  allRows,
  ['newest rows'],
  ['summary'],
  ['columns'],
];
const quarter = 15 * minute;

/**
 * Some worlds have a part of the service, or all of it, that answers otherwise from any moment and for any time, beside
 * every other trouble, and quiet hours in which what is promised can be timed. By dice of their own.
 */
export function addAnswers(dice: Dice, plan: Plan): Plan {
  if (plan.shape !== 'plain' || !dice.chance(0.1)) return plan;
  const arrange = dice.pick([
    failPart,
    failPart,
    failPart,
    failOne,
    failOne,
    failAll,
    failAll,
    failSome,
    failSomeBesideAll,
    missAddress,
  ]);
  const quietTicks = dice.pick([14, 26, 26, 38]);
  const allEvery = dice.pick(['15 minutes', '1 hour', '1 hour', '1 day'] as const);
  // In place of what each route has.
  const heartbeat = dice.chance(0.5) ? { cron: '0 * * * ? *', timezone: 'UTC' } : undefined;
  const beating =
    heartbeat === undefined ? plan.configs : routing(plan.configs, (route) => ({ ...route, heartbeat }));
  return spread(dice, arrange(dice, { ...plan, quietTicks, configs: watching(beating, { allEvery }) }));
}

/** One operation, of each buyer or bridge. */
function failPart(dice: Dice, plan: Plan): Plan {
  const operations = dice.pick(parts);
  const mayBeEmpty = operations.some((one) => one === 'list' || one === 'rows');
  const answer = mayBeEmpty && dice.chance(0.2) ? 'empty' : dice.pick(statuses);
  // Their calls alone are enough to look like an outage.
  const added = operations === allRows ? Array.from({ length: 8 }, () => makeId(dice)) : [];
  const bridges = [...(plan.configs.at(-1)?.watch.bridges ?? []), ...added];
  const configs = added.length === 0 ? plan.configs : watching(plan.configs, { bridges });
  const crowd = { ...plan, bridges: [...plan.bridges, ...added], configs };
  return withRule(crowd, { operations, answer, ...drawSpan(dice, plan, !operations.includes('list')) });
}

/** One buyer, or one bridge. On a quiet night nobody else is due. */
function failOne(dice: Dice, plan: Plan): Plan {
  const isBuyer = dice.chance(0.6);
  const id = dice.pick(isBuyer ? plan.buyers : plan.bridges);
  const answer = dice.pick([...statuses, 'empty'] as const);
  const operations = isBuyer ? lists : allRows;
  return withRule(plan, { operations, ids: [id], answer, ...drawSpan(dice, plan, true) });
}

function failAll(dice: Dice, plan: Plan): Plan {
  return withRule(plan, { answer: dice.pick(statuses), ...drawSpan(dice, plan, false) });
}

/** The service is away for a while, and of the lists some fail for good, and one is rejected. */
function failSomeBesideAll(dice: Dice, plan: Plan): Plan {
  const ids = [dice.pick(plan.buyers)];
  const some = withRule(failSome(dice, plan), { operations: lists, ids, answer: 401, ...forGood });
  const answer = dice.pick([500, 500, 403]);
  return withRule(some, { operations: lists, answer, ...drawSpan(dice, plan, false) });
}

/** Of many buyers, some fail for good. */
function failSome(dice: Dice, plan: Plan): Plan {
  const added = Array.from({ length: 20 }, () => makeId(dice));
  const ids = added.slice(0, dice.pick([7, 12]));
  const configs = watching(plan.configs, { buyers: [...plan.buyers, ...added], allEvery: '1 hour' });
  return withRule(
    { ...plan, mostEvents: 10 * plan.mostEvents, configs },
    {
      operations: lists,
      ids,
      answer: 500,
      ...forGood,
    },
  );
}

/**
 * The address is wrong at the first start and is corrected after an hour, a day or three days. What was there before is
 * no news then, whatever its times say of it.
 */
function missAddress(dice: Dice, plan: Plan): Plan {
  const { start } = plan;
  // These were planned for later ticks than the ones below.
  if (plan.reading.swap !== null || plan.bridgeOddities.vanishing !== null) return failAll(dice, plan);
  const lasts = dice.pick([hour, 26 * hour, 73 * hour]);
  const slots = [0, 0.01, 0.3, 0.6, 1.1].map((part) => start + part * lasts);
  const until = start + lasts;
  const answer = dice.pick([404, 404, 'empty'] as const);
  const ticks = slots.map(
    (slot, index): Tick => ({ ...(plan.ticks[index] ?? (plan.ticks[0] as Tick)), slot, polls: 1 }),
  );
  const isBare = dice.chance(0.4);
  const isDated = dice.chance(0.5);
  const rows = plan.rows.map((row) => {
    const moved = dice.chance(0.6) ? moveRow(row, start - dice.between(3, 20) * day) : row;
    return { ...moved, isBare, createdAt: isDated ? moved.arrivesAt : null };
  });
  const arrivalOf = (row: number) => rows[row]?.arrivesAt ?? start;
  const changes = plan.changes
    .map((change) => ({ ...change, at: change.kind === 'arrive' ? arrivalOf(change.row) : change.at }))
    .filter(({ at, row }) => at >= arrivalOf(row));
  const wrong: AnswerRule = { answer, from: 0, until, ...(answer === 404 ? {} : { operations: lists }) };
  const configs = watching(plan.configs, { firstRun: 'baseline' });
  return withRule({ ...plan, ticks, rows, changes: inOrder(changes), configs }, wrong);
}

/** The new rule is the first. */
function withRule(plan: Plan, rule: AnswerRule): Plan {
  return { ...plan, answers: [rule, ...plan.answers] };
}

/** Within the time that is watched closely, if it does not last for good. */
function drawSpan(dice: Dice, { start, ticks, quietTicks }: Plan, mayLast: boolean) {
  const end = peaceAfter(ticks) + (quietTicks - 8) * quarter;
  const from = dice.pick([start - minute, dice.between(start, end), dice.between(peaceAfter(ticks), end)]);
  const lasts = dice.pick([20 * minute, hour, 3 * hour, 8 * hour]);
  const until = mayLast && dice.chance(0.4) ? Number.POSITIVE_INFINITY : from + lasts;
  return { from, until: mayLast ? until : Math.min(until, end) };
}

/** Rows arrive during all of the quiet time, and also some that would have come before. */
function spread(dice: Dice, plan: Plan): Plan {
  const peaceAt = peaceAfter(plan.ticks);
  const { changes, reading } = plan;
  const later = changes.filter(({ row }) => {
    const isAlone = changes.filter((change) => change.row === row).length === 1;
    return isAlone && reading.swap === null && dice.chance(0.5);
  });
  const arrivals = [...plan.arrivals, ...later]
    .map(({ row }) => ({ row, at: peaceAt + dice.between(quarter, plan.quietTicks * 10 * minute) }))
    .sort((a, b) => a.at - b.at);
  const times = new Map(arrivals.map(({ row, at }) => [row, at]));
  const rows = plan.rows.map((row) => moveRow(row, times.get(row.index) ?? row.arrivesAt));
  return { ...plan, arrivals, rows, changes: changes.filter((change) => !later.includes(change)) };
}

function moveRow(row: RowPlan, arrivesAt: number): RowPlan {
  const { createdAt = null, signalDate } = row;
  const isTold = createdAt === row.arrivesAt;
  return {
    ...row,
    arrivesAt,
    signalDate: signalDate + arrivesAt - row.arrivesAt,
    createdAt: isTold ? arrivesAt : createdAt,
  };
}
