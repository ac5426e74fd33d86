import type { OutboxEntry } from './outbox.ts';

/** A DynamoDB transaction holds 100 writes: a message and its reply, their pointers, the route's item, and these. */
export const mostMembers = 95;

type Fits = (members: readonly OutboxEntry[]) => boolean;

/**
 * Splits entries, in digest order, into as few parts of at most 95 as fit one message each, and gives each part about
 * the same to say: filled one after another, the first would have bare names and the last all details. `fits` is called
 * with the entries of a part; a single entry always fits, since the renderer cuts it. `mostInFirst` bounds the first.
 */
export function splitIntoParts(
  entries: readonly OutboxEntry[],
  fits: Fits,
  mostInFirst = mostMembers,
): OutboxEntry[][] {
  const most = (part: number): number => (part === 0 ? mostInFirst : mostMembers);
  const filled = fillParts(entries, fits, most);
  if (filled.length < 2) return filled;
  const allFit = (parts: readonly OutboxEntry[][]): boolean =>
    parts.every((members, part) => {
      const isPossible = members.length > 0 && members.length <= most(part);
      return isPossible && (members.length === 1 || fits(members));
    });
  const even = cutEvenly(entries, filled.length, most);
  if (allFit(even)) return even;
  const ends = leastEnds(entries, filled.length, fits);
  const squeezed = cutEvenly(entries, filled.length, most, (start, share, part) => {
    const size = largestFitting(share, share, (count) => fits(entries.slice(start, start + count)));
    return Math.max(size, (ends[part] ?? start) - start);
  });
  // Where more entries fit and fewer don't, the search may have missed.
  return allFit(squeezed) ? squeezed : filled;
}

type Most = (part: number) => number;

/** As many entries into each part as it holds: nothing takes fewer parts. */
function fillParts(entries: readonly OutboxEntry[], fits: Fits, most: Most): OutboxEntry[][] {
  const parts: OutboxEntry[][] = [];
  let [start, size] = [0, 1];
  while (start < entries.length) {
    const candidates = entries.slice(start, start + most(parts.length));
    // The next part holds about as many.
    size = largestFitting(candidates.length, size, (count) => fits(candidates.slice(0, count)));
    parts.push(candidates.slice(0, size));
    start += size;
  }
  return parts;
}

/** Gives each part its share of what is left, or what `sizeOf` makes of it. */
function cutEvenly(
  entries: readonly OutboxEntry[],
  parts: number,
  most: Most,
  sizeOf = (_start: number, share: number, _part: number): number => share,
): OutboxEntry[][] {
  const weights = entries.map(weightOf);
  let start = 0;
  return Array.from({ length: parts }, (_, part) => {
    const size = sizeOf(start, shareOf(weights, start, parts - part, most(part)), part);
    start += size;
    return entries.slice(start - size, start);
  });
}

/** In a message a hot signal has about as many lines of its own; of the others most are counted. */
const weightOfHot = 4;
const weightOf = ({ hot }: OutboxEntry): number => (hot ? weightOfHot : 1);

/** How many entries from `start` the first of so many parts takes, so that the heaviest of them is as light as can be. */
function shareOf(weights: readonly number[], start: number, parts: number, mostInFirst: number): number {
  let all = 0;
  for (let index = start; index < weights.length; index += 1) all += weights[index] ?? 0;
  let heaviest = Math.ceil(all / parts);
  let filled = fillBelow(heaviest, weights, start, mostInFirst);
  while (filled.parts > parts && heaviest < mostMembers * weightOfHot) {
    heaviest += 1;
    filled = fillBelow(heaviest, weights, start, mostInFirst);
  }
  return filled.inFirst;
}

/**
 * How many parts hold the entries from `start`, filled one after another to no more than this weight. Counted without
 * a list: it is asked for each part of thousands of entries.
 */
function fillBelow(
  heaviest: number,
  weights: readonly number[],
  start: number,
  mostInFirst: number,
): { readonly parts: number; readonly inFirst: number } {
  let parts = 1;
  let inFirst = weights.length - start;
  let begin = start;
  let weight = 0;
  for (let index = start; index < weights.length; index += 1) {
    const one = weights[index] ?? 0;
    const isFull = index - begin === (parts === 1 ? mostInFirst : mostMembers);
    if (index > begin && (isFull || weight + one > heaviest)) {
      if (parts === 1) inFirst = index - start;
      parts += 1;
      begin = index;
      weight = 0;
    }
    weight += one;
  }
  return { parts, inFirst };
}

/** Where each part must end at least, so that the parts behind it hold the rest: they are filled from the last one. */
function leastEnds(entries: readonly OutboxEntry[], parts: number, fits: Fits): number[] {
  const ends = [entries.length];
  let size = Math.floor(entries.length / parts);
  while (ends.length < parts) {
    const rest = entries.slice(0, ends[0]);
    const most = Math.min(rest.length, mostMembers);
    size = largestFitting(most, size, (count) => fits(rest.slice(-count)));
    ends.unshift(rest.length - size);
  }
  return ends;
}

/**
 * The most that fit, one at least. Looks from a guess on in steps that double: if entries are large only a few fit, and
 * rendering all candidates first would cost far more than rendering the part.
 */
function largestFitting(most: number, guess: number, fits: (count: number) => boolean): number {
  let low = Math.max(1, Math.min(guess, most));
  let high = most + 1;
  let step = 1;
  if (low > 1 && !fits(low)) {
    while (low > 1) {
      high = low;
      low = Math.max(1, low - step);
      step *= 2;
      if (low > 1 && fits(low)) break;
    }
  } else {
    while (low < most) {
      const next = Math.min(low + step, most);
      step *= 2;
      if (!fits(next)) {
        high = next;
        break;
      }
      low = next;
    }
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
