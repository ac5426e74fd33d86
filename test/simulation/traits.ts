import { blockSize, pointOf, seedOf } from './block.ts';
import { drawCoincidence } from './coincidences/plan-coincidence.ts';
import type { Coincidence } from './parts/coincidence.ts';
import { drawShape, type Shape } from './plan/plan-shape.ts';
import { type Aim, drawAim } from './world/aim-faults.ts';

/** The traits of a schedule, such as its faults. */
export interface Traits {
  readonly shape: Shape;
  readonly coincidence: Coincidence['name'] | null;
  readonly aim: Aim | null;
}

/** Of a schedule that has a world of its own whatever its block's first world is like; null for the others. */
export function traitsOf(seed: number, schedule: number): Traits | null {
  const inBlock = schedule % blockSize;
  if (pointOf(inBlock) !== null) return null;
  const own = seedOf(seed, Math.floor(schedule / blockSize), inBlock);
  const shape = drawShape(own);
  return { shape, coincidence: drawCoincidence(own, shape), aim: drawAim(own) };
}
