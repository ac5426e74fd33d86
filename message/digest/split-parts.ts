import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';

/**
 * A DynamoDB transaction holds 100 writes: a message and its reply, their pointers and entries in the history, the
 * route's item and its tally, and these.
 */
export const mostMembers = 92;

type Fits = (members: readonly OutboxEntry[]) => boolean;

/**
 * Splits entries, in digest order, into as few parts of at most 92 as fit one message each. Where that fits, too, each
 * part gets about the same to say: filled one after another, the first would have bare names and the last all details. A
 * single entry always fits, since the renderer cuts it. `mostInFirst` bounds the first.
 */
export function splitIntoParts(
  entries: readonly OutboxEntry[],
  fits: Fits,
  mostInFirst = mostMembers,
): OutboxEntry[][] {
  const most = (part: number): number => (part === 0 ? mostInFirst : mostMembers);
  const filled = fillParts(entries, fits, most);
  if (filled.length < 2) return filled;
  const even = cutEvenly(entries, filled.length, most);
  const isPossible = even.every(
    (members, part) => members.length <= most(part) && (members.length === 1 || fits(members)),
  );
  return isPossible ? even : filled;
}

type Most = (part: number) => number;

/** Fills each part: nothing takes fewer parts. */
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

/** A hot signal has about as many lines of its own; most of the others are counted. */
const weightOfHot = 4;
const weightOf = ({ hot }: OutboxEntry): number => (hot ? weightOfHot : 1);

function cutEvenly(entries: readonly OutboxEntry[], parts: number, most: Most): OutboxEntry[][] {
  const cut: OutboxEntry[][] = [];
  let start = 0;
  let left = entries.reduce((sum, entry) => sum + weightOf(entry), 0);
  for (let part = 0; part < parts; part += 1) {
    const partsAfter = parts - part - 1;
    const share = left / (partsAfter + 1);
    // The parts behind must have one entry at least, and hold the rest.
    const least = Math.max(1, entries.length - start - partsAfter * mostMembers);
    const last = partsAfter === 0 ? entries.length : entries.length - partsAfter;
    const size = Math.min(most(part), last - start);
    let count = 0;
    let weight = 0;
    for (const entry of entries.slice(start, start + size)) {
      if (count >= least && partsAfter > 0 && weight >= share) break;
      weight += weightOf(entry);
      count += 1;
    }
    cut.push(entries.slice(start, start + count));
    start += count;
    left -= weight;
  }
  return cut;
}

/**
 * Finds the most that fit, one at least, from a guess on in steps that double: if entries are large only a few fit, and
 * rendering all of them first would cost far more than rendering the part.
 */
export function largestFitting(most: number, guess: number, fits: (count: number) => boolean): number {
  const first = Math.max(1, Math.min(guess, most));
  const isUp = first === 1 || fits(first);
  let [low, high] = isUp ? [first, most + 1] : [1, first];
  let isPassed = false;
  for (let step = 1; high - low > 1; step *= 2) {
    const next = isUp ? Math.min(low + step, most) : Math.max(high - step, 1);
    const count: number = isPassed ? Math.floor((low + high) / 2) : next;
    const isFitting = count === 1 || fits(count);
    if (isFitting) low = count;
    else high = count;
    isPassed ||= isFitting !== isUp;
  }
  return low;
}
