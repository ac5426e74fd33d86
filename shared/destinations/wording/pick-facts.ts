import type { DigestSignal } from '../../domain/digests/digest.ts';
import { oneLine } from '../../domain/digests/message/text/one-line.ts';
import { writeStrictAddress } from '../../domain/digests/message/text/safe-link.ts';
import { longest } from './lengths.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const isoDate = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a seller looks for first, in this order; other short columns follow in the order they came in. */
const wanted = [
  /score|match|fit/i,
  /\b(date|due|deadline|end|ends|expir\w*|closes|closing|start|starts|renewal)\b/i,
  /amount|value|budget|price|cost|spend|fee\b|funding|revenue/i,
];
const amount = wanted[2] as RegExp;
/** Its digits name something: `10,482,931` is no contract's number. A `number of` things counts them. */
const naming = /#|\b(id|no|nr|num|number|code|zip|zipcode|postcode)\b(?! of\b)/i;
const year = /\byear\b/i;

/** The few short columns worth a line on a phone, as `Match Score: 91`. Long texts, links and ids are left out. */
export function pickFacts({ columns, name }: DigestSignal, buyerName: string | null): string[] {
  return Object.entries(columns)
    .flatMap(([column, value]) => {
      // What the digest says already is no news.
      const shown = value === name || value === buyerName ? null : showValue(column, value);
      const label = oneLine(column, longest.factName);
      return shown === null || label === null
        ? []
        : [{ text: `${label}: ${shown}`, rank: rankOf(column, value) }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, longest.facts)
    .map(({ text }) => text);
}

function rankOf(column: string, value: unknown): number {
  const byName = wanted.findIndex((pattern) => pattern.test(column));
  if (byName >= 0) return byName;
  return typeof value === 'string' && isoDate.test(value) ? 1 : wanted.length;
}

function showValue(column: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return showNumber(column, value);
  if (typeof value !== 'string' || value.length > longest.factValue) return null;
  if (uuid.test(value) || value.includes('://')) return null;
  return showDate(value) ?? oneLine(value, longest.factValue);
}

/** As the row says it; of a fraction 15 digits, which is all that it surely keeps: 0.1 + 0.2 has a 4 in the 17th. */
function showNumber(column: string, value: number): string {
  // Beyond 2^53 it was rounded before it came here, and it may have 300 digits.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return String(value);
  const shown = value.toLocaleString('en-US', {
    maximumSignificantDigits: Number.isInteger(value) ? 16 : 15,
    useGrouping: !namesSomething(column, value),
    signDisplay: 'negative',
  });
  return shown.length > longest.factValue ? String(value) : shown;
}

function namesSomething(column: string, value: number): boolean {
  const words = column.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.\-/]+/g, ' ');
  if (naming.test(words)) return true;
  const mayBeYear = Number.isInteger(value) && value >= 1900 && value < 2100;
  return !amount.test(column) && (mayBeYear || year.test(words));
}

function showDate(value: string): string | null {
  const found = isoDate.exec(value);
  return found && `${months[Number(found[2]) - 1]} ${Number(found[3])}, ${found[1]}`;
}

/** The first https address that a column is, or begins with; null where there is none. */
export function findLink({ columns }: DigestSignal): URL | null {
  for (const value of Object.values(columns)) {
    const address = typeof value === 'string' ? firstAddress(value) : null;
    // With credentials the address could begin with the name of another site.
    if (address === null || URL.parse(address)?.username || URL.parse(address)?.password) continue;
    const url = writeStrictAddress(address);
    if (url && url.href.length <= longest.linkUrl) return url;
  }
  return null;
}

/** A cell may hold several, between spaces, line breaks, commas or semicolons: as one they would lead nowhere. */
function firstAddress(cell: string): string | null {
  const word = /^\S+/.exec(cell.trimStart())?.[0] ?? '';
  const [first = ''] = word.split(/[,;](?=https?:\/\/)/i, 1);
  if (!/^https:\/\//i.test(first) || first.length > longest.linkUrl) return null;
  return first.replace(/[,;.]+$/, '');
}
