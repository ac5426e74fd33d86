import type { HotReason } from './hotness.ts';

/** What closes within a week comes first. */
export const closesSoonMs = 7 * 86_400_000;

/** What the place of a signal in a digest depends on. */
export interface SignalStanding {
  readonly hot: boolean;
  /** Absent or empty where an earlier version recorded it: it counts as hot by its rank. */
  readonly hotBecause?: readonly HotReason[] | undefined;
  /** Compared with signals of the same buyer only: each buyer's ranks begin at 1. */
  readonly hotnessRank: number | null;
  /** When its deadline ends, milliseconds since the epoch; null without one, or when it has passed. */
  readonly deadlineAhead: number | null;
  /** It ends within a week. */
  readonly closesSoon: boolean;
  readonly buyerScore: number | null;
  readonly buyerName: string | null;
  readonly buyerId: string;
  readonly name: string | null;
  /** Tells apart what is equal in all else, such as a key of the outbox. */
  readonly key: string;
}

/**
 * The order of a digest, over all of its messages: hot before the rest; of the hot ones what closes within a week, the soonest
 * first; hot by a column before hot by rank; how far the value is above its rule; the soonest deadline ahead; the buyer's
 * score; the names. It is total: the same signals come out the same, in whatever order they went in.
 */
export function compareSignals(a: SignalStanding, b: SignalStanding): number {
  return (
    compare(Number(b.hot), Number(a.hot)) ||
    compare(closing(a), closing(b)) ||
    compare(heat(a), heat(b)) ||
    compare(-excess(a), -excess(b)) ||
    compare(a.deadlineAhead ?? Infinity, b.deadlineAhead ?? Infinity) ||
    compare(-(a.buyerScore ?? -Infinity), -(b.buyerScore ?? -Infinity)) ||
    compareNames(a.buyerName, b.buyerName) ||
    compare(a.buyerId, b.buyerId) ||
    compare(a.hotnessRank ?? Infinity, b.hotnessRank ?? Infinity) ||
    compareNames(a.name, b.name) ||
    compare(a.key, b.key)
  );
}

/** When a hot signal closes that does so within a week. */
function closing({ hot, closesSoon, deadlineAhead }: SignalStanding): number {
  return hot && closesSoon ? (deadlineAhead ?? Infinity) : Infinity;
}

/** 0 for hot by a column, 1 for hot by rank, 2 for the rest. */
function heat({ hot, hotBecause = [] }: SignalStanding): number {
  if (!hot) return 2;
  return hotBecause.some(({ rule }) => rule === 'column') ? 0 : 1;
}

/** By which share of its rule the value is above it: a score and a budget have no unit in common. */
function excess({ hot, hotBecause = [] }: SignalStanding): number {
  if (!hot) return 0;
  return hotBecause.reduce((most, reason) => {
    if (reason.rule !== 'column') return most;
    return Math.max(most, (reason.value - reason.atLeast) / (Math.abs(reason.atLeast) || 1));
  }, 0);
}

/** By code units, so that the order is the same on every machine; what has no name comes last. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return compare(Number(a === null), Number(b === null));
  return compare(a, b);
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
