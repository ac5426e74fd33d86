import type { HotReason } from './hotness.ts';

/** Signals that close within a week come first. */
export const closesSoonMs = 7 * 86_400_000;

export interface SignalStanding {
  readonly hot: boolean;
  /** An earlier version left it out: such a signal counts as hot by its rank. */
  readonly hotBecause?: readonly HotReason[] | undefined;
  /** Only signals of the same buyer are compared by it: each buyer's ranks begin at 1. */
  readonly hotnessRank: number | null;
  /** Milliseconds since the epoch; null without a deadline, or when it has passed. */
  readonly deadlineAhead: number | null;
  readonly closesSoon: boolean;
  readonly buyerScore: number | null;
  readonly buyerName: string | null;
  readonly buyerId: string;
  readonly name: string | null;
  /** A key of the outbox, such as this, tells apart what is equal in all else. */
  readonly key: string;
}

/**
 * The order of a digest, over all of its messages: hot before the rest; hot signals that close within a week first,
 * the soonest first; hot by a column before hot by rank; how far the value is above its rule; the soonest deadline
 * ahead; the buyer's score; the names. It is total: the same signals come out the same, in whatever order they went
 * in.
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

function closing({ hot, closesSoon, deadlineAhead }: SignalStanding): number {
  return hot && closesSoon ? (deadlineAhead ?? Infinity) : Infinity;
}

/** 0 for hot by a column, 1 for hot by rank, 2 for the rest. */
function heat({ hot, hotBecause = [] }: SignalStanding): number {
  if (!hot) return 2;
  return hotBecause.some(({ rule }) => rule === 'column') ? 0 : 1;
}

/** A score and a budget have no unit in common, so the share counts by which a value is above its rule. */
function excess({ hot, hotBecause = [] }: SignalStanding): number {
  if (!hot) return 0;
  return hotBecause.reduce((most, reason) => {
    if (reason.rule !== 'column') return most;
    return Math.max(most, (reason.value - reason.atLeast) / (Math.abs(reason.atLeast) || 1));
  }, 0);
}

/** Code units give the same order on every machine; a signal without a name comes last. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return compare(Number(a === null), Number(b === null));
  return compare(a, b);
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
