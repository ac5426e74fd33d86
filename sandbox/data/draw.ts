import { createHash } from 'node:crypto';

/** A random source for one thing: the values of a row do not depend on the rows created before it. */
export type Draw = ReturnType<typeof drawFor>;

/** Half of the SHA-256 of a name, such as `drawFor(1, 'row', 17)`, is its UUID, half its seed. */
export function drawFor(seed: number, ...name: readonly (string | number)[]) {
  const hash = createHash('sha256')
    .update(`${seed}/${name.join('/')}`)
    .digest();
  const next = sfc32(hash.readInt32LE(16), hash.readInt32LE(20), hash.readInt32LE(24), hash.readInt32LE(28));
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    uuid: uuidFrom(hash),
    /** Returns a number from 0 (included) to 1 (excluded). */
    next,
    /** Returns a whole number, both ends included. */
    between,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    chance: (probability: number): boolean => next() < probability,
  };
}

/** Small Fast Counter, 32 bit (Chris Doty-Humphrey, PractRand). */
function sfc32(first: number, second: number, third: number, counter: number): () => number {
  let [a, b, c, d] = [first, second, third, counter];
  return () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** The UUID is marked as version 4, so that every check accepts it. */
function uuidFrom(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
