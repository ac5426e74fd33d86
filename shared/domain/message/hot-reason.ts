import { grouped } from '../counted.ts';
import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { tellSum } from '../facts/money.ts';
import { tellNumber, tellPlace } from '../facts/numbers.ts';
import { tellList } from '../routes/tell-match.ts';
import { splitWords } from '../text/column-words.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import type { ShownSignal } from './shown-buyers.ts';

/** Why a signal is hot, in the words of its first rule. */
export interface ToldReason {
  /** Equal for signals that share it: `hot by Match Score, 90 or more`. */
  readonly shared: string;
  /** `Hot because Match Score is 96 (rule: 90 or more)` */
  readonly own: string;
  /** The first of so many at its buyer; null where a column decided. */
  readonly rank: number | null;
}

export function tellReason(
  signal: Pick<DigestSignal, 'hotBecause' | 'bridgeId'>,
  view: Pick<DigestView, 'columns'>,
): ToldReason | null {
  const { hotBecause, bridgeId } = signal;
  const byColumn = hotBecause.find((reason) => reason.rule === 'column');
  if (byColumn) {
    const infos = view.columns.get(bridgeId.toLowerCase());
    const info = infos?.find(({ name }) => name === byColumn.name);
    const name = oneLine(byColumn.name, longest.columnName) ?? 'a column';
    const tell = (value: number): string =>
      (info?.format === 'currencyUnit' ? tellSum(value, info.currency) : null) ??
      tellNumber(splitWords(byColumn.name), value);
    return {
      shared: `hot by ${name}, ${tell(byColumn.atLeast)} or more`,
      own: `Hot because ${name} is ${tell(byColumn.value)} (rule: ${tell(byColumn.atLeast)} or more)`,
      rank: null,
    };
  }
  const byRank = hotBecause.find((reason) => reason.rule === 'rank');
  if (!byRank) return null;
  const place = tellPlace(byRank.rank);
  const of = grouped(Math.max(byRank.of, byRank.rank));
  return {
    shared: `of ${of} at this buyer by hotness`,
    own:
      byRank.of <= 1
        ? 'Hot because it is the only one at this buyer'
        : `Hot because it is ${place} of ${of} at this buyer by hotness`,
    rank: byRank.rank,
  };
}

/** One sentence for several signals of a buyer: `hot by Match Score, 90 or more`, `first and third of 14 at this buyer by hotness`. */
export function tellShared(reasons: readonly ToldReason[]): string {
  const [first] = reasons;
  const places = reasons.flatMap(({ rank }) => (rank === null ? [] : [tellPlace(rank)]));
  if (places.length === 0) return first?.shared ?? '';
  return `${tellList(places)} ${first?.shared ?? ''}`;
}

/** `Hot by Match Score, 90 or more, or by hotness at the buyer`: the rules of all signals; null without any. */
export function tellRules(signals: readonly ShownSignal[], view: DigestView): string | null {
  const told = signals.flatMap(({ signal }) => tellReason(signal, view) ?? []);
  const rules = told.map(({ shared, rank }) =>
    rank === null ? shared.replace(/^hot /, '') : 'by hotness at the buyer',
  );
  const each = [...new Set(rules)].slice(0, 3);
  return each.length === 0 ? null : `Hot ${each.join(', or ')}`;
}
