import type { DigestSignal } from '../digests/digest.ts';
import { linkText } from '../message/links.ts';
import type { Line } from '../message/message.ts';
import { plain, strong } from '../message/spans.ts';
import type { ColumnInfo } from '../signals/columns.ts';
import { keepTogether } from '../text/keep-together.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import { sourceIn } from '../text/safe-link.ts';
import { tellDateOf } from './date-fact.ts';
import { kindOfMoney, tellMoney } from './money.ts';
import { readDate } from './read-date.ts';
import type { Reading } from './tell-date.ts';
import { tellValue } from './tell-value.ts';

/** What a message says of a signal beside its name. */
export interface SignalFacts {
  /** `due Thu, Nov 26` and `$1.25M`: all that there is room for in a list. Verbs in small letters. */
  readonly brief: readonly Line[];
  /** `brief` begins with a date, whose verb is ours. All else is from outside, where even a first letter stays. */
  readonly verbFirst: boolean;
  /** What a hot signal has beside these: `Match Score 96`. */
  readonly more: () => readonly Line[];
  /** A sentence, or the long columns that a route asks for: each on a line of its own. */
  readonly below: readonly Line[];
  /** The decision maker, on such a line. */
  readonly person: readonly Line[];
}

/**
 * The columns that a route asks for, in its order and of whatever kind: nothing else is chosen, and nothing is withheld.
 * Short ones stand beside the name, long ones below it.
 */
export function showColumns(
  signal: Pick<DigestSignal, 'columns' | 'filterType'>,
  infos: readonly ColumnInfo[] | undefined,
  show: readonly string[],
  reading: Reading,
): SignalFacts {
  const shown = show.flatMap((column) => {
    if (!Object.hasOwn(signal.columns, column)) return [];
    const info = infos?.find(({ name }) => name === column);
    return showColumn(column, signal, info, reading) ?? [];
  });
  const brief = shown.filter(({ kind }) => kind !== 'long');
  return {
    brief: brief.map(({ line }) => line),
    verbFirst: brief[0]?.kind === 'date',
    more: () => [],
    below: shown.flatMap(({ line, kind }) => (kind === 'long' ? [line] : [])),
    person: [],
  };
}

function showColumn(
  column: string,
  { columns, filterType }: Pick<DigestSignal, 'columns' | 'filterType'>,
  info: ColumnInfo | undefined,
  reading: Reading,
): { readonly line: Line; readonly kind: 'date' | 'short' | 'long' } | null {
  const value = columns[column];
  const date = readDate(value);
  if (date)
    return { line: [plain(keepTogether(tellDateOf(column, date, filterType, reading)))], kind: 'date' };
  const money = tellMoney(column, value, info && { ...info, internal: false });
  if (money) return { line: [(kindOfMoney(column) === 'cost' ? plain : strong)(money)], kind: 'short' };
  const label = oneLine(column, longest.columnName) ?? 'Column';
  const url = typeof value === 'string' ? sourceIn(value) : null;
  if (url) return { line: linkText(label, url, { instead: 'Open link' }), kind: 'short' };
  const text = tellValue(column, value, info, longest.sentence);
  if (text === null) return null;
  if (text.length > longest.shortValue) return { line: [plain(text)], kind: 'long' };
  return { line: [plain(`${label}${typeof value === 'number' ? ' ' : ': '}${text}`)], kind: 'short' };
}
