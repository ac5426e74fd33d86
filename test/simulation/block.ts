import { createDice } from './world/dice.ts';

/**
 * Schedules come in blocks. A block begins with one plain world of which single calls through a port are put through
 * each of four faults in turn, all else being the same: every call, or as many as its share of the block allows, evenly
 * spread. The rest of the block are worlds of their own, some of them wide or long, with faults combined at random. So
 * a schedule follows from the seed and its number alone.
 */
export const blockSize = 1_000;
export const mostPoints = 600;

export function seedOf(seed: number, block: number, inBlock: number): number {
  const dice = createDice(seed ^ Math.imul(block + 1, 0x85ebca6b), inBlock + 10);
  return dice.between(0, 0xffff_ffff);
}
