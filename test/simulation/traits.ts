import { blockSize, pointOf, seedOf } from './block.ts';
import { drawCoincidence } from './coincidences/plan-coincidence.ts';
import type { Traits } from './parts/traits.ts';
import { drawShape } from './plan/plan-shape.ts';
import { drawAim } from './world/aim-faults.ts';

/** Of a schedule that has a world of its own whatever its block's first world is like; null for the others. */
export function traitsOf(seed: number, schedule: number): Traits | null {
  const inBlock = schedule % blockSize;
  if (pointOf(inBlock) !== null) return null;
  const own = seedOf(seed, Math.floor(schedule / blockSize), inBlock);
  const shape = drawShape(own);
  return { shape, coincidence: drawCoincidence(own, shape), aim: drawAim(own) };
}
