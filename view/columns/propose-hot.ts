import { readNumber } from '../../shared/domain/cells/read-number.ts';
import { splitWords } from '../../shared/domain/text/column-words.ts';
import type { BridgeColumns } from './propose-columns.ts';

/** A bridge with some of its rows, whose cells are by display name. */
export interface SampledBridge extends BridgeColumns {
  readonly rows: readonly { readonly columns: Readonly<Record<string, unknown>> }[];
}

/** `hot.columns` with one column, and how many of the rows that have it are hot by that. */
export type ProposedHot = NonNullable<ReturnType<typeof proposeHot>>;

const scoreName =
  /^((match|fit|relevance|lead|opportunity|priority|intent|overall|ai|buying) )*(score|rating|fit|match|relevance|priority)$/;
/** A fifth of the signals is what a person can look at. */
const hotShare = 0.2;
/** A share of fewer values says nothing. */
const leastValues = 10;
/** A larger share tells a reader nothing. */
const mostShare = 0.3;

/**
 * The threshold of a score above which about a fifth of the rows are; null where no column is called a score, or where its
 * values don't tell rows apart. For a person to confirm, as `proposeColumns`. Pure.
 */
export function proposeHot(bridges: readonly SampledBridge[]) {
  const names = new Set(
    bridges.flatMap(({ columns }) => columns.filter(({ internal }) => !internal).map(({ name }) => name)),
  );
  const scores = [...names].filter((name) => scoreName.test(splitWords(name).toLowerCase()));
  const rows = bridges.flatMap((bridge) => bridge.rows);
  const proposed = scores.flatMap((name) => proposeThreshold(name, rows) ?? []);
  return proposed.toSorted((one, other) => other.rows - one.rows)[0] ?? null;
}

function proposeThreshold(name: string, rows: SampledBridge['rows']) {
  const values = rows.flatMap(({ columns }) => readNumber(columns[name]) ?? []).sort((a, b) => b - a);
  if (values.length < leastValues) return null;
  const edge = values[Math.ceil(values.length * hotShare) - 1] ?? 0;
  const step = stepOf(values[0] ?? 0);
  const steps = Math.ceil(Number((edge / step).toFixed(6)));
  const proposed = [steps, steps - 1].map((count) => {
    // Rounding to two decimals hides the errors of binary fractions.
    const atLeast = Number((count * step).toFixed(2));
    return { name, atLeast, hot: values.filter((value) => value >= atLeast).length, rows: values.length };
  });
  const fit = proposed.filter(({ hot }) => hot > 0 && hot / values.length <= mostShare);
  const offOf = (hot: number): number => Number(Math.abs(hot / values.length - hotShare).toFixed(6));
  return fit.toSorted((one, other) => offOf(one.hot) - offOf(other.hot))[0] ?? null;
}

/** People write thresholds of 100 points in fives, of 10 or fewer in ones, of shares in hundredths. */
function stepOf(most: number): number {
  if (most > 10) return 5;
  return most > 1 ? 1 : 0.01;
}
