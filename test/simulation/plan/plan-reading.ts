import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { type AnswerRule, lists } from '../parts/answer-rules.ts';
import { createDice, type Dice, makeId } from '../parts/dice.ts';
import { day, hour, minute, type Plan, type Shape } from '../parts/plan.ts';
import { envelopeTroubles, type ReadingPlan } from '../parts/reading-plan.ts';
import { inOrder, type RowPlan } from '../parts/row-plan.ts';
import type { Tick } from '../parts/tick.ts';
import { failing } from './plan-answers.ts';

const noZones = Array.from({ length: 27 }, () => 0);
const zones = [-10 * hour, -5 * hour, 9 * hour, ...noZones] as const;

/** By dice of their own: everything else stays as it would be without them. */
const createReadingDice = (seed: number, part: number): Dice => createDice(seed ^ part, 11);

/** In some worlds nobody looks for so long that only the longest windows reach back. */
export function leaveAlone(seed: number, shape: Shape, ticks: readonly Tick[]): readonly Tick[] {
  const dice = createReadingDice(seed, 0);
  if (shape !== 'plain' || !dice.chance(0.05)) return ticks;
  const first = dice.between(1, ticks.length - 1);
  // Shorter than a period that is asked for by less than the margin, or longer than any.
  const awayMs = dice.pick([80, 175, 265, 450, 500]) * day;
  return ticks.map((tick, index) => (index < first ? tick : { ...tick, slot: tick.slot + awayMs }));
}

type Drawn = Omit<Plan, 'reading' | 'growth'>;

/** Makes some worlds hard to read. The rest of the plan stays as it was drawn. */
export function planReading(seed: number, plan: Drawn, peaceAt: number): Omit<Plan, 'growth'> {
  const { rowsTellAge, answers, ...drawn } = drawTroubles(seed, plan);
  const rows = dateBack(seed, plan).map((row) => (rowsTellAge ? { ...row, createdAt: row.arrivesAt } : row));
  const isUnranked = answers.some(({ operations }) => operations?.includes('list') === false);
  const configs = adaptConfigs(seed, isUnranked, plan);
  const dated = { ...plan, rows, configs, answers: [...plan.answers, ...answers] };
  const envelope = plan.shape === 'plain' ? drawn.envelope : null;
  const cut = envelope === null ? dated : { ...dated, pageCap: Math.min(plan.pageCap, 3), misfit: null };
  const { rows: all, ...swapped } = addSwap(
    seed,
    { ...cut, reading: { ...drawn, envelope, swap: null } },
    peaceAt,
  );
  const { zoneMs } = drawn;
  return { ...swapped, rows: zoneMs === 0 ? all : all.map((row) => ({ ...row, zoneMs })) };
}

function drawTroubles(
  seed: number,
  { start, ticks, misfit }: Drawn,
): Omit<ReadingPlan, 'swap'> & { readonly rowsTellAge: boolean; readonly answers: readonly AnswerRule[] } {
  const dice = createReadingDice(seed, 2);
  const troubles = [400, 403, 404, 422, 500, 503, 'timeout', 'garbage'] as const;
  const end = ticks.at(-1)?.slot ?? start;
  const hotnessTrouble = dice.chance(0.07) ? dice.pick(troubles) : null;
  const envelope = dice.chance(0.14) ? dice.pick(envelopeTroubles) : null;
  return {
    envelope,
    rowsTellAge: dice.chance(0.5),
    tiesAtEdges: envelope === null && misfit === null && createReadingDice(seed, 7).chance(0.08),
    emptyIs404: createReadingDice(seed, 6).chance(0.1),
    zoneMs: createReadingDice(seed, 5).pick(zones),
    answers: [
      ...(hotnessTrouble === null ? [] : failing('hotness', hotnessTrouble)),
      // Lists are empty, although rows are there: upstream has not worked them up.
      ...(dice.chance(0.07) ? [emptyUntil(Math.min(start + dice.between(1, 20) * hour, end + hour))] : []),
    ],
    fastClock: dice.chance(0.06)
      ? {
          name: dice.pick(['poll-signals', 'poll-signals', 'plan-polls'] as const),
          aheadMs: dice.pick([2 * day, 400 * day]),
          from: dice.between(start - hour, end),
          until: dice.between(end, end + 10 * minute),
        }
      : null,
  };
}

function emptyUntil(until: number): AnswerRule {
  return { operations: lists, answer: 'empty', from: 0, until };
}

/** Some rows are dated back by up to a year: many of those in a world that is left alone, a few in others. */
function dateBack(seed: number, { rows, ticks }: Drawn): readonly RowPlan[] {
  const dice = createReadingDice(seed, 1);
  const share = isLeftAlone(ticks) ? 0.6 : dice.chance(0.1) ? 0.3 : 0;
  return rows.map((row) => {
    const isDatedBack = dice.chance(share);
    const days = dice.between(26, 365);
    return isDatedBack ? { ...row, signalDate: row.arrivesAt - days * day } : row;
  });
}

function isLeftAlone(ticks: readonly Tick[]): boolean {
  return (ticks.at(-1)?.slot ?? 0) - (ticks[0]?.slot ?? 0) > 150 * day;
}

/** A rank is asked for where it can't be had, and half of the first runs that a long absence follows send nothing. */
function adaptConfigs(seed: number, isUnranked: boolean, { configs, ticks }: Drawn): SignalpostConfig[] {
  const sendsNothing = isLeftAlone(ticks) && createReadingDice(seed, 4).chance(0.5);
  return configs.map(({ hot, watch, ...config }) => ({
    ...config,
    hot: isUnranked && hot.topByHotness === 0 ? { ...hot, topByHotness: 2 } : hot,
    watch: sendsNothing ? { ...watch, firstRun: 'baseline' } : watch,
  }));
}

/** Rows that fill page 1, one behind them that leaves, and one that arrives in its place; in a few worlds. */
function addSwap(seed: number, plan: Omit<Plan, 'growth'>, peaceAt: number): Omit<Plan, 'growth'> {
  const dice = createReadingDice(seed, 3);
  if (plan.shape !== 'plain' || !dice.chance(0.06)) return plan;
  const { buyers, bridges, start, rows } = plan;
  const pageCap = Math.min(plan.pageCap, 3);
  const at = peaceAt + dice.between(16, 20) * minute;
  // Buyers that are found by rows alone would not be found at all.
  const isAnnounced = plan.configs[0]?.watch.buyers.length === 0 || dice.chance(0.5);
  const makeRow = (place: number, arrivesAt: number, signalDate: number): RowPlan => ({
    index: rows.length + place,
    rowId: makeId(dice),
    bridgeId: bridges[0] as string,
    buyerId: buyers[0] as string,
    arrivesAt,
    signalDate,
    hotness: 10 * place,
    score: 50,
    rowLagMs: isAnnounced ? 0 : null,
  });
  const there = Array.from({ length: pageCap + 1 }, (_, place) =>
    makeRow(place, start - day + place * minute, peaceAt - (place < pageCap ? place * hour : 3 * day)),
  );
  const arriving = makeRow(pageCap + 1, at, peaceAt - 2 * day);
  const changes = there.map(({ index, arrivesAt }) => ({
    at: arrivesAt,
    row: index,
    kind: 'arrive' as const,
  }));
  return {
    ...plan,
    pageCap,
    quietTicks: 9,
    rows: [...rows, ...there, arriving],
    changes: inOrder([...changes, ...plan.changes]),
    reading: {
      ...plan.reading,
      swap: { at, arrives: arriving.index, leaves: rows.length + pageCap },
    },
  };
}
