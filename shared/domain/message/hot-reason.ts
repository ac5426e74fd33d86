import { grouped } from '../counted.ts';
import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { tellSum } from '../facts/money.ts';
import { tellNumber, tellPlace } from '../facts/numbers.ts';
import { splitWords } from '../text/column-words.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';

/** Of a signal that a route of hot ones gets because nobody knew in time whether it is hot. */
export const sentUnjudged = 'sent although its score was not known yet';

/**
 * Why a signal is hot, in the words of its first rule: `Hot because Match Score is 96 (rule: 90 or more)`, `Hot because it
 * is a top pick at this buyer (2nd of 68)`. Null without a reason.
 */
export function tellReason(
  { hotBecause, bridgeId }: Pick<DigestSignal, 'hotBecause' | 'bridgeId'>,
  view: Pick<DigestView, 'columns'>,
): string | null {
  const byColumn = hotBecause.find((reason) => reason.rule === 'column');
  if (byColumn) {
    const info = view.columns.get(bridgeId.toLowerCase())?.find(({ name }) => name === byColumn.name);
    const name = oneLine(byColumn.name, longest.columnName) ?? 'a column';
    const tell = (value: number): string =>
      (info?.format === 'currencyUnit' ? tellSum(value, info.currency) : null) ??
      tellNumber(splitWords(byColumn.name), value);
    return `Hot because ${name} is ${tell(byColumn.value)} (rule: ${tell(byColumn.atLeast)} or more)`;
  }
  const byRank = hotBecause.find((reason) => reason.rule === 'rank');
  if (!byRank) return null;
  const of = grouped(Math.max(byRank.of, byRank.rank));
  return `Hot because it is a top pick at this buyer (${tellPlace(byRank.rank)} of ${of})`;
}
