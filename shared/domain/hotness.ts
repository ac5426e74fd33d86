export interface HotRule {
  /** Hot when among the first so many of the buyer's list in Hotness order; 0 asks for no order. */
  readonly topByHotness: number;
  /** Hot when a column, by its display name, is at least a number. */
  readonly columns: readonly { readonly name: string; readonly atLeast: number }[];
}

/**
 * Whether a signal is hot; null when that is not known yet: a column of the rule is among the `unsettled` ones, whose
 * values upstream is still working out, and nothing else makes the signal hot.
 * `rank` is the place in the Hotness order, 1 the hottest; null when not among those that were asked for.
 */
export function judgeHotness(
  columns: Readonly<Record<string, unknown>>,
  unsettled: readonly string[],
  rank: number | null,
  rule: HotRule,
): boolean | null {
  if (isHot(columns, rank, rule)) return true;
  return rule.columns.some(({ name }) => unsettled.includes(name)) ? null : false;
}

function isHot(columns: Readonly<Record<string, unknown>>, rank: number | null, rule: HotRule): boolean {
  if (rank !== null && rank <= rule.topByHotness) return true;
  return rule.columns.some(({ name, atLeast }) => {
    const value = Object.hasOwn(columns, name) ? numberIn(columns[name]) : null;
    return value !== null && value >= atLeast;
  });
}

/** Digits, or digits in groups of three: "0,875" and "12,34" are decimals where they come from, not thousands. */
const plainNumber = /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;

/** Reads 87, "87", "87 %", "1,250" and "$1,250.50" as numbers; anything else is no number. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const plain = value
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s*%$/, '');
  return plainNumber.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}
