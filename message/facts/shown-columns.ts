import { cellIn } from '../../shared/domain/cells/cell.ts';
import { columnsFor } from '../../shared/domain/cells/meanings.ts';
import { ownersOf } from '../../shared/domain/cells/owners.ts';
import { endOf, readDate } from '../../shared/domain/cells/read-date.ts';
import { readSum } from '../../shared/domain/cells/read-number.ts';
import type { DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import { labelColumn } from '../../shared/domain/text/column-words.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { linkText } from '../lines/links.ts';
import type { Line } from '../lines/message.ts';
import { nameOwners } from '../lines/owner.ts';
import { plain, strong } from '../lines/spans.ts';
import { keepTogether } from '../text/keep-together.ts';
import { sourceIn } from '../text/safe-link.ts';
import { formatClosing, formatDate, readingOf } from './format-date.ts';
import { formatValue } from './format-value.ts';
import { formatSum } from './money.ts';

export interface SignalFacts {
  /** `closes Thu, Nov 26` and `$1.25M`: a list has no room for more. */
  readonly brief: readonly Line[];
  /** `brief` begins with a verb of ours. All else is from outside, where even a first letter stays. */
  readonly verbFirst: boolean;
  /** Hot signals have these, too. */
  readonly more: () => readonly Line[];
  /** Each has a line of its own: a sentence and whom to speak to, or the long columns that a route asks for. */
  readonly below: (buyerName: string) => readonly Line[];
}

/**
 * A route's own columns are shown in its order, whatever their kind. Short ones stand beside the name, long ones below
 * it.
 */
export function showColumns(signal: DigestSignal, view: DigestView): SignalFacts {
  const { column: owner } = ownersOf(signal, view);
  // A hot signal names its owner behind its facts, or below a heading.
  const show = signal.hot ? view.show.filter((one) => one !== owner) : view.show;
  const shown = show.flatMap((column) => showColumn(column, signal, view, column === owner) ?? []);
  const brief = shown.filter(({ kind }) => kind !== 'long');
  return {
    brief: brief.map(({ line }) => line),
    verbFirst: brief[0]?.kind === 'closing',
    more: () => [],
    below: () => shown.flatMap(({ line, kind }) => (kind === 'long' ? [line] : [])),
  };
}

function showColumn(
  column: string,
  signal: DigestSignal,
  view: DigestView,
  isOwner: boolean,
): { readonly line: Line; readonly kind: 'closing' | 'short' | 'long' } | null {
  const info = view.columns.get(signal.bridgeId.toLowerCase())?.find(({ name }) => name === column);
  const value = isOwner ? nameOwners(signal, view) : cellIn(signal, column);
  const label = labelColumn(column);
  const means = (meaning: 'deadline' | 'money') => columnsFor(meaning, signal, view)?.includes(column);
  const date = readDate(value);
  if (date && means('deadline')) {
    const read = { date, endsAt: endOf(date, view.timezone) };
    return { line: [plain(formatClosing(read, readingOf(view)))], kind: 'closing' };
  }
  if (date)
    return { line: [plain(keepTogether(`${label} ${formatDate(date, readingOf(view))}`))], kind: 'short' };
  const isMoney = means('money') || info?.format === 'currencyUnit';
  const sum = isMoney ? readSum(value, info?.currency ?? null) : null;
  if (sum)
    return { line: [plain(means('money') ? '' : `${label}\u00a0`), strong(formatSum(sum))], kind: 'short' };
  const url = typeof value === 'string' ? sourceIn(value) : null;
  if (url) return { line: linkText(label, url, { instead: 'Open link' }), kind: 'short' };
  const text = formatValue(column, value, info, longest.sentence);
  if (text === null) return null;
  if (text.length > longest.shortValue) return { line: [plain(text)], kind: 'long' };
  return { line: [plain(`${label}${typeof value === 'number' ? ' ' : ': '}${text}`)], kind: 'short' };
}
