export type Dice = ReturnType<typeof createDice>;

/**
 * Seeded chance: the same seed gives the same throws, on any machine. The generator `sfc32` (Chris Doty-Humphrey's
 * PractRand), seeded through `splitmix32`.
 */
export function createDice(seed: number, stream = 0) {
  const mix = splitmix32((seed ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0);
  let a = mix();
  let b = mix();
  let c = mix();
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  /** A whole number, both ends included. */
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    /** A number from 0 (included) to 1 (excluded). */
    next,
    between,
    chance: (probability: number): boolean => next() < probability,
    pick: <Choice>(choices: readonly Choice[]): Choice => choices[between(0, choices.length - 1)] as Choice,
  };
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) | 0;
  };
}

export function makeId(dice: Dice): string {
  const hex = (length: number): string =>
    Array.from({ length }, () => dice.between(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
