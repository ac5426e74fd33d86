import { createDice } from '../parts/dice.ts';
import type { Fault, Port } from '../parts/fault.ts';
import { type Aim, type Target, targets } from '../parts/traits.ts';

const crashes: readonly Fault[] = ['crash-before', 'crash-after', 'crash-after', 'applied'];
const share = 0.15;

export function drawAim(seed: number): Aim | null {
  const dice = createDice(seed, 16);
  if (!dice.chance(share)) return null;
  return { target: dice.pick(Object.keys(targets) as Target[]), by: dice.pick(['crash', 'refuse'] as const) };
}

/**
 * In some schedules one kind of write fails again and again: what a crash between two writes does is then seen in a
 * few schedules, where faults anywhere at random would need thousands.
 */
export function aimFaults(seed: number): (port: Port, about: string) => Fault | null {
  const aim = drawAim(seed);
  const dice = createDice(seed + 1, 16);
  return (port, about) => {
    if (aim === null || (port !== 'write' && port !== 'queue') || !targets[aim.target].test(about))
      return null;
    if (aim.by === 'refuse') return dice.chance(0.85) ? 'refused' : null;
    return dice.chance(0.5) ? dice.pick(crashes) : null;
  };
}
