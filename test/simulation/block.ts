import { createDice } from './parts/dice.ts';

/**
 * Schedules come in blocks. Each odd number is a world of its own, some of them wide or long, with faults combined at
 * random. The even numbers of a block share one plain world, and put single calls through a port through each of four
 * faults: every call, or as many as there are numbers. So a short run has its share of both, and a schedule follows from
 * the seed and its number alone.
 */
export const blockSize = 1_000;
/** The single faults of a block. */
export const points = blockSize / 2;
/** Has no factor in common with `points`, so that a few numbers in a row are spread over the whole world. */
const stride = 177;

/** The number of a schedule among the single faults of its block; null if it is a world of its own. */
export function pointOf(inBlock: number): number | null {
  return inBlock % 2 === 1 ? null : ((inBlock / 2) * stride) % points;
}

export function seedOf(seed: number, block: number, inBlock: number): number {
  const dice = createDice(seed ^ Math.imul(block + 1, 0x85ebca6b), inBlock + 10);
  return dice.between(0, 0xffff_ffff);
}
