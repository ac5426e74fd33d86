import { createDice } from './dice.ts';
import type { Fault, Port } from './faults.ts';

/** What a function writes in an order that matters, as a call names it: `pk sk` of an item, or a queue. */
const targets: readonly RegExp[] = [
  /^P#all BRIDGE#/,
  /^P#all META$/,
  /^P#all CALM#/,
  /^B#\S+ META$/,
  /^B#\S+ SUMMARY$/,
  /^B#\S+ CUTOFF$/,
  /^BR#/,
  /^S#/,
  /^R#\.registry /,
  /^R#\S+ META$/,
  /^R#\S+ LATE$/,
  /^R#\S+ HELD#/,
  /^R#\S+ DIG#/,
  /^queue /,
];

const faults: readonly Fault[] = [
  'crash-before',
  'crash-before',
  'crash-after',
  'crash-after',
  'applied',
  'refused',
];

/**
 * In some schedules one kind of write fails at every second call: what a crash between two writes does is then seen
 * in a few schedules, where faults anywhere at random would need thousands.
 */
export function aimFaults(seed: number): (port: Port, about: string) => Fault | null {
  const dice = createDice(seed, 16);
  const target = dice.chance(0.15) ? dice.pick(targets) : null;
  return (port, about) => {
    if (target === null || (port !== 'write' && port !== 'queue') || !target.test(about)) return null;
    return dice.chance(0.5) ? dice.pick(faults) : null;
  };
}
