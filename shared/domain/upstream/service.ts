import { clocksMs } from '../clock.ts';
import type { BuyerState } from '../polling/buyer-state.ts';

/** What the service last showed. Times in milliseconds since the epoch; 0 for never. */
export interface ShownList {
  /** When a buyer's list was last shown: a 200 with an envelope, even an empty one. */
  readonly shownAt: number;
  /** Whose list that was: the control list. */
  readonly shownBuyer: string | null;
  /** When a list last showed an item. */
  readonly itemAt: number;
}

/** What the ticks know of the service. Times in milliseconds since the epoch. */
export interface AskedTicks {
  /** When the first tick asked for lists since one was shown; null before the first tick. */
  readonly askedSince: number | null;
  /** How many ticks have asked for lists since then, that one included. */
  readonly askedTicks: number;
}

/**
 * The count behind a tick that asked for lists. A second tick counts only if no list was shown behind the first one, the
 * control list among them.
 */
export function afterAsking(
  { askedSince, askedTicks }: AskedTicks,
  { shownAt }: Pick<ShownList, 'shownAt'>,
  now: number,
): AskedTicks {
  if (askedSince === null || shownAt >= askedSince) return { askedSince: now, askedTicks: 1 };
  return { askedSince, askedTicks: askedTicks + 1 };
}

/** Since when ticks have asked for lists and none was shown; null if the last one may still be answered. */
export function unshownSince(
  { askedSince, askedTicks }: AskedTicks,
  { shownAt }: Pick<ShownList, 'shownAt'>,
  leastTicks = 1,
): number | null {
  return askedSince !== null && shownAt < askedSince && askedTicks >= leastTicks ? askedSince : null;
}

/**
 * Whether another denial says something about this buyer: some list was shown since the first one. Before, the service, the
 * address or the token may be the cause.
 */
export function isConcluded(
  { deniedAt }: Pick<BuyerState, 'deniedAt'>,
  { shownAt }: Pick<ShownList, 'shownAt'>,
): boolean {
  return deniedAt !== null && shownAt > deniedAt;
}

/**
 * Whether the emptiness of a list is a fact, if it is empty again: another list has shown an item since it was first empty,
 * by any clock. An envelope alone proves nothing: while a service builds its lists, all may be empty.
 */
export function isProvenEmpty(
  { emptySince, baselineSince }: Pick<BuyerState, 'emptySince' | 'baselineSince'>,
  { itemAt }: Pick<ShownList, 'itemAt'>,
): boolean {
  return emptySince !== null && baselineSince === null && itemAt > emptySince + clocksMs;
}
