import { readNumber } from '../cells/read-number.ts';

export interface HotRule {
  /** Each buyer's top N by hotness are hot; 0 does not read the Hotness order. */
  readonly topByHotness: number;
  /** A column, by its display name, makes a signal hot if it holds at least a number. */
  readonly columns: readonly { readonly name: string; readonly atLeast: number }[];
}

/** `of`: how many signals its buyer's list had when it was ranked. */
export type HotReason =
  | { readonly rule: 'column'; readonly name: string; readonly value: number; readonly atLeast: number }
  | { readonly rule: 'rank'; readonly rank: number; readonly of: number };

/** The hottest has rank 1. `of`: how many signals the list had. */
export interface Place {
  readonly rank: number;
  readonly of: number;
}

/** `behind`: it has none of the first places. `unknown`: the order could not be read, or ended early without it. */
export type Rank = Place | 'behind' | 'unknown';

export interface HotCandidate {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly unsettled: readonly string[];
  readonly rank: Rank;
  /** Its deadline has passed: nothing makes it hot. */
  readonly isOver: boolean;
}

export interface Hotness {
  /** Null when nothing makes the signal hot, and its rank or a column of the rule is not known yet. */
  readonly hot: boolean | null;
  /** Columns come first; none where it is not hot. */
  readonly because: readonly HotReason[];
}

export function judgeHotness(candidate: HotCandidate, rule: HotRule): Hotness {
  if (candidate.isOver) return { hot: false, because: [] };
  const because = [...columnReasons(candidate, rule), ...rankReasons(candidate, rule)];
  return { hot: because.length > 0 || (mayTurnHot(candidate, rule) ? null : false), because };
}

function mayTurnHot({ unsettled, rank }: HotCandidate, rule: HotRule): boolean {
  if (rank === 'unknown' && rule.topByHotness > 0) return true;
  return rule.columns.some(({ name }) => unsettled.includes(name));
}

function columnReasons({ columns }: HotCandidate, rule: HotRule): HotReason[] {
  return rule.columns.flatMap(({ name, atLeast }) => {
    const value = Object.hasOwn(columns, name) ? readNumber(columns[name]) : null;
    return value !== null && value >= atLeast ? [{ rule: 'column' as const, name, value, atLeast }] : [];
  });
}

/** Among no more signals than the rule takes, the last would be hot, too: such a place says nothing. */
function rankReasons({ rank }: HotCandidate, { topByHotness }: HotRule): HotReason[] {
  if (typeof rank === 'string' || rank.rank > topByHotness || rank.of <= topByHotness) return [];
  return [{ rule: 'rank', rank: rank.rank, of: rank.of }];
}
