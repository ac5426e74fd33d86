import { clocksMs } from '../clock.ts';
import type { BuyerState } from '../polling/buyer-state.ts';

/** The service last showed these. Times in milliseconds since the epoch; 0 for never. */
export interface ShownList {
  /** A buyer's list was last shown then: a 200 with an envelope, even an empty one. */
  readonly shownAt: number;
  /** The control list is this buyer's. */
  readonly shownBuyer: string | null;
  /** A list last showed an item then. */
  readonly itemAt: number;
}

/** Times in milliseconds since the epoch. */
export interface AskedTicks {
  /** The first tick that asked for lists since one was shown; null before the first tick. */
  readonly askedSince: number | null;
  /** Ticks that have asked for lists since then, that one included. */
  readonly askedTicks: number;
}

/** A second tick counts only if no list was shown behind the first one, the control list among them. */
export function afterAsking(
  { askedSince, askedTicks }: AskedTicks,
  { shownAt }: Pick<ShownList, 'shownAt'>,
  now: number,
): AskedTicks {
  if (askedSince === null || shownAt >= askedSince) return { askedSince: now, askedTicks: 1 };
  return { askedSince, askedTicks: askedTicks + 1 };
}

/** Null if the last tick that asked for lists may still be answered. */
export function unshownSince(
  { askedSince, askedTicks }: AskedTicks,
  { shownAt }: Pick<ShownList, 'shownAt'>,
  leastTicks = 1,
): number | null {
  return askedSince !== null && shownAt < askedSince && askedTicks >= leastTicks ? askedSince : null;
}

/** Two ticks in a row were shown no list, and one was shown since. */
export function isShownAgain(
  { askedSince, askedTicks }: AskedTicks,
  { shownAt }: Pick<ShownList, 'shownAt'>,
): boolean {
  return askedSince !== null && shownAt >= askedSince && askedTicks >= 2;
}

/** The service, the address or the token may be the cause until some list was shown since the first denial. */
export function isConcluded({ deniedAt }: BuyerState, { shownAt }: Pick<ShownList, 'shownAt'>): boolean {
  return deniedAt !== null && shownAt > deniedAt;
}

/** A 404 that counted as an empty list is settled: it is no first denial of a list that is refused later. */
export function isDenialOpen({ deniedAt, lastCompleteAt }: BuyerState): boolean {
  return deniedAt !== null && deniedAt > (lastCompleteAt ?? 0);
}

/** Others were shown since it began to fail: what its list answers says nothing of the service or the token. */
export function hasFailedAlone({ failingSince }: BuyerState, { shownAt }: ShownList): boolean {
  return failingSince !== null && failingSince < shownAt;
}

/**
 * The emptiness of a list is a fact, if it is empty again, once another list has shown an item since it was first
 * empty, by any clock. An envelope alone proves nothing: while a service builds its lists, all may be empty.
 */
export function isProvenEmpty({ emptySince, baselineSince }: BuyerState, { itemAt }: ShownList): boolean {
  return emptySince !== null && baselineSince === null && itemAt > emptySince + clocksMs;
}
