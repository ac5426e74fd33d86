import type { Dice } from '../world/dice.ts';

/** A UUID. */
export function makeId(dice: Dice): string {
  const hex = (length: number): string =>
    Array.from({ length }, () => dice.between(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
