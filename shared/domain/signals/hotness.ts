export interface HotRule {
  /** Each buyer's top N by hotness are hot; 0 does not read the Hotness order. */
  readonly topByHotness: number;
  /** Hot when a column, by its display name, holds at least a number. */
  readonly columns: readonly { readonly name: string; readonly atLeast: number }[];
}

/**
 * A place in the Hotness order, 1 the hottest. `behind`: the places that the rule needs were read, and the signal has
 * none of them. `unknown`: the order could not be read, or ended early without the signal.
 */
export type Rank = number | 'behind' | 'unknown';

/**
 * Whether a signal is hot; null when that is unknown. It is unknown when nothing makes the signal hot, but its rank is
 * unknown or a column of the rule is `unsettled`: upstream is still computing the value.
 */
export function judgeHotness(
  columns: Readonly<Record<string, unknown>>,
  unsettled: readonly string[],
  rank: Rank,
  rule: HotRule,
): boolean | null {
  if (isHot(columns, rank, rule)) return true;
  if (rank === 'unknown' && rule.topByHotness > 0) return null;
  return rule.columns.some(({ name }) => unsettled.includes(name)) ? null : false;
}

function isHot(columns: Readonly<Record<string, unknown>>, rank: Rank, rule: HotRule): boolean {
  if (typeof rank === 'number' && rank <= rule.topByHotness) return true;
  return rule.columns.some(({ name, atLeast }) => {
    const value = Object.hasOwn(columns, name) ? numberIn(columns[name]) : null;
    return value !== null && value >= atLeast;
  });
}

/** Digits, or digits in groups of three: "0,875" and "12,34" are decimals with a comma, not thousands. */
const plainNumber = /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;

/** Reads 87, "87", "87 %", "1,250" and "$1,250.50" as numbers; null for anything else. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const plain = value
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s*%$/, '');
  return plainNumber.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}
