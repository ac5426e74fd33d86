import type { Dice } from '../world/dice.ts';
import type { RowPlan, UpstreamChange } from './plan-rows.ts';

export interface IdentityPlan {
  /** Rows that move to another buyer, and rows whose ids come in capitals from then on. */
  readonly changes: readonly UpstreamChange[];
  /** A second installation of the same config delivers to the same receivers. */
  readonly hasTwin: boolean;
}

interface IdentityRequest {
  readonly rows: readonly RowPlan[];
  readonly buyers: readonly string[];
  readonly end: number;
}

/** A row stays the same signal whichever buyer it is listed under and however its ids are spelled. */
export function planIdentity(dice: Dice, { rows, buyers, end }: IdentityRequest): IdentityPlan {
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
