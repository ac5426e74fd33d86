import type { Dice } from '../parts/dice.ts';
import { day, hour, minute, type Plan } from '../parts/plan.ts';
import type { Tick } from '../parts/tick.ts';

export function planTicks(dice: Dice, start: number): Omit<Tick, 'replays'>[] {
  let slot = start;
  return Array.from({ length: dice.between(2, 6) }, (_, index) => {
    const long = dice.chance(0.15);
    const gap = long
      ? dice.pick([2 * hour, 2 * hour, 4 * hour, 26 * hour, 3 * day, 20 * day, 45 * day, 100 * day])
      : dice.pick([minute, 15 * minute, 15 * minute, 16 * minute, 50 * minute]);
    if (index > 0) slot += gap;
    const deploys = dice.chance(0.12);
    return {
      slot,
      polls: dice.pick([0, 1, 1, 1, 1, 1, 2]),
      byHand: dice.chance(0.1),
      composes: [0, 1, 2].map(() => dice.pick([0, 1, 1, 1, 2])),
      sweeps: dice.pick([0, 1, 1, 2]),
      lateMs: dice.chance(0.1) ? dice.between(0, hour) : dice.between(0, 3_000),
      composeAfterMs: dice.pick([0, 20_000, minute, 12 * minute]),
      deploys,
      losesMessages: dice.chance(0.05),
      // A deploy may leave a route out, which is when somebody has to say what becomes of what it owes.
      operator: dice.chance(deploys ? 0.5 : 0.12)
        ? dice.pick(['resume', 'resend', 'redrive-letters', 'discard'] as const)
        : null,
    };
  });
}

/**
 * The first route goes slowly, so that it owes something, and is left out by the second tick's deploy: then somebody
 * may discard that, or a later deploy puts the route back.
 */
export function leaveOut(dice: Dice, tick: Tick, index: number): Tick {
  const [first = 0, ...others] = tick.composes;
  const composes = [dice.chance(0.9) ? 0 : first, ...others];
  if (index === 0) return { ...tick, composes };
  return {
    ...tick,
    composes,
    deploys: index === 1 || (index > 2 && dice.chance(0.2)),
    operator: dice.chance(0.3) ? 'discard' : tick.operator,
  };
}

/** In a few worlds destinations often want no more, and operators end commands before they are through. */
export function planOperators(
  dice: Dice,
  ticks: readonly Tick[],
): Pick<Plan, 'callsBeforeCut' | 'ticks'> & { readonly gone: number | null } {
  if (!dice.chance(0.06)) return { callsBeforeCut: null, gone: null, ticks };
  return {
    callsBeforeCut: dice.between(1, 4),
    gone: 0.4,
    ticks: ticks.map((tick) => ({
      ...tick,
      operator: dice.chance(0.6) ? dice.pick(['resume', 'resend'] as const) : tick.operator,
    })),
  };
}
