import { createDice } from '../parts/dice.ts';
import type { Fault, Faults, Port } from '../parts/fault.ts';
import { aimFaults } from './aim-faults.ts';

/** The faults that each single call gets in turn. */
export const pointFaults: readonly Fault[] = ['crash-before', 'crash-after', 'applied', 'lost'];

const possible: Readonly<Record<Port, readonly Fault[]>> = {
  read: ['crash-before', 'crash-after', 'refused', 'stall'],
  write: ['crash-before', 'crash-after', 'lost', 'applied', 'late', 'refused', 'stall'],
  queue: ['crash-before', 'crash-after', 'lost', 'applied', 'refused', 'stall'],
  // Network faults are in `simulated-fetch.ts` and `simulated-post.ts`.
  fetch: ['crash-before', 'crash-after', 'stall'],
  post: ['crash-before', 'crash-after', 'stall'],
  sleep: ['crash-before'],
  secret: ['crash-before', 'refused', 'stall'],
};

export function noFaults(): Faults {
  return atPoint({ call: -1, fault: 'none' });
}

/** One fault at one call. */
export function atPoint(point: { readonly call: number; readonly fault: Fault }): Faults {
  return counting((port, _about, call) =>
    call === point.call && possible[port].includes(point.fault) ? point.fault : 'none',
  );
}

/** No call has a fault once it is stopped. */
function counting(draw: (port: Port, about: string, call: number) => Fault): Faults {
  let calls = 0;
  let on = true;
  return {
    next(port, about) {
      if (!on) return 'none';
      calls += 1;
      return draw(port, about, calls - 1);
    },
    get calls() {
      return calls;
    },
    stop() {
      on = false;
    },
  };
}

/** Any fault at any call. How often differs from seed to seed: rare faults reach deep, frequent ones pile up. */
export function atRandom(seed: number): Faults {
  const dice = createDice(seed, 3);
  const rate = dice.pick([0.002, 0.01, 0.03, 0.1]);
  const favourite = dice.chance(0.3) ? dice.pick(possible.write) : null;
  const aimed = aimFaults(seed);
  return counting((port, about) => {
    const hit = aimed(port, about);
    if (hit !== null) return hit;
    if (!dice.chance(rate)) return 'none';
    const faults = possible[port];
    return favourite !== null && faults.includes(favourite) ? favourite : dice.pick(faults);
  });
}
