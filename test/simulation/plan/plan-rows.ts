import { type Dice, makeId } from '../parts/dice.ts';
import { type Plan, peaceAfter } from '../parts/plan.ts';
import { inOrder, type RowPlan, type UpstreamChange } from '../parts/row-plan.ts';
import type { ShapePlan } from './plan-shape.ts';

const dayMs = 86_400_000;

export function planRows(
  dice: Dice,
  {
    buyers,
    bridges,
    start,
    ticks,
    configs,
  }: Pick<Plan, 'buyers' | 'bridges' | 'start' | 'ticks' | 'configs'>,
  size: ShapePlan,
): Pick<Plan, 'rows' | 'changes' | 'arrivals'> {
  // A buyer that is found by rows alone would not be found at all if they were hidden.
  const mayHide = (configs[0]?.watch.buyers.length ?? 0) > 0;
  const end = (ticks.at(-1)?.slot ?? start) + 600_000;
  const rows: RowPlan[] = [];
  const changes: UpstreamChange[] = [];
  const count = size.rows ?? dice.between(0, 8);
  const lags = [0, 0, 0, 5 * 60_000, 20 * 60_000, 50 * 60_000];
  const drawRow = (arrivesAt: number): Omit<RowPlan, 'scoredLate'> => ({
    index: rows.length,
    rowId: makeId(dice),
    bridgeId: dice.pick(bridges),
    buyerId: size.toFirstBuyer && dice.chance(size.toFirstBuyer) ? (buyers[0] as string) : dice.pick(buyers),
    arrivesAt,
    signalDate: arrivesAt - backdating(dice) * dayMs - dice.between(0, 3_600_000),
    hotness: dice.between(0, 1_000),
    score: dice.pick([10, 50, 79, 80, 95]),
    unreadable: dice.chance(0.05),
    rowLagMs: mayHide && dice.chance(0.15) ? null : dice.pick(lags),
    large: dice.chance(0.003),
  });
  const makeRow = (arrivesAt: number): RowPlan => {
    const row = drawRow(arrivesAt);
    // Without dice: everything else stays as it would be without it.
    return { ...row, scoredLate: row.hotness % 6 === 0 };
  };
  for (let index = 0; index < count; index += 1) {
    const arrivesAt = dice.chance(0.3)
      ? start - dice.between(1, 60) * dayMs
      : dice.pick(ticks).slot + dice.between(-60_000, 900_000);
    rows.push(makeRow(arrivesAt));
    changes.push({ at: arrivesAt, row: index, kind: 'arrive' });
    const later = (): number => dice.between(arrivesAt, Math.max(arrivesAt, end));
    if (dice.chance(0.25)) {
      const actedAt = later();
      changes.push({ at: actedAt, row: index, kind: 'act' });
      if (dice.chance(0.3))
        changes.push({ at: actedAt + dice.between(1, dayMs), row: index, kind: 'return' });
    }
    if (dice.chance(0.3)) changes.push({ at: later(), row: index, kind: 'touch' });
  }
  const quietMs = size.shape === 'long' ? 10 * dayMs : 2_400_000;
  const arrivals = Array.from({ length: size.quietRows ?? dice.between(0, 3) }, () => {
    const at = peaceAfter(ticks) + dice.between(960_000, quietMs);
    const row = makeRow(at);
    rows.push(row);
    return { at, row: row.index };
  });
  return { rows, changes: inOrder(changes), arrivals };
}

/** In a few worlds, rows are deleted: the rows after them move to other pages, also while these are read. */
export function planDeletions(dice: Dice, rows: readonly RowPlan[], end: number): UpstreamChange[] {
  if (!dice.chance(0.1)) return [];
  return rows
    .filter(({ arrivesAt }) => arrivesAt < end && dice.chance(0.3))
    .map(({ index, arrivesAt }) => ({ at: dice.between(arrivesAt, end), row: index, kind: 'delete' }));
}

function backdating(dice: Dice): number {
  return dice.pick([0, 0, 0, 1, 5, 13, 25, 80]);
}

/**
 * Rows that move to another buyer, and rows whose ids come in capitals from then on. A row stays the same signal whichever
 * buyer it is listed under and however its ids are spelled.
 */
export function planIdentity(
  dice: Dice,
  { rows, buyers }: Pick<Plan, 'rows' | 'buyers'>,
  end: number,
): Pick<Plan, 'changes' | 'hasTwin'> {
  const changes: UpstreamChange[] = [];
  const moves = dice.chance(0.12);
  const respells = dice.chance(0.12);
  for (const { index, arrivesAt, buyerId, unreadable } of rows) {
    // Without its row id an item is known by its content, in which the buyer counts.
    if (unreadable || arrivesAt > end) continue;
    const at = (): number => dice.between(arrivesAt, Math.max(arrivesAt, end));
    const others = buyers.filter((other) => other !== buyerId);
    if (moves && others.length > 0 && dice.chance(0.5)) {
      changes.push({ at: at(), row: index, kind: 'move', buyerId: dice.pick(others) });
    }
    if (respells && dice.chance(0.5)) changes.push({ at: at(), row: index, kind: 'respell' });
  }
  return { changes, hasTwin: dice.chance(0.03) };
}
