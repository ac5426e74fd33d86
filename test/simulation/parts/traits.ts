import type { Coincidence } from './coincidence.ts';
import type { Shape } from './plan.ts';

/** The writes of a function whose order matters, by the name of their call: `pk sk` of an item, or a queue. */
export const targets = {
  'bridge mark': /^P#all BRIDGE#/,
  'poll plan': /^P#all META$/,
  buyer: /^B#\S+ META$/,
  summary: /^B#\S+ SUMMARY$/,
  roster: /^BR#/,
  signal: /^S#/,
  registry: /^R#\.registry /,
  'held signal': /^O#\S+ HELD#/,
  digest: /^R#\S+ DIG#/,
  queue: /^queue /,
} as const;

export type Target = keyof typeof targets;

export interface Aim {
  readonly target: Target;
  /** `crash`: the writer crashes before or after the write. `refuse`: every attempt of the write fails. */
  readonly by: 'crash' | 'refuse';
}

export interface Traits {
  readonly shape: Shape;
  readonly coincidence: Coincidence['name'] | null;
  readonly aim: Aim | null;
}
