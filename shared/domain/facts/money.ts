import type { ColumnInfo } from '../signals/columns.ts';
import { nameLike, splitWords } from '../text/column-words.ts';
import { oneLine } from '../text/one-line.ts';
import { numberFormat } from './formats.ts';

/** Where no metadata says so: numbers under such names are money. */
const isMoneyName = nameLike(
  /\b(amount|value|budget|price|cost|costs|spend|spending|fee|fees|funding|revenue)\b/i,
);
const isOtherNumber = nameLike(/\b(score|rank|rating|percent|percentage|count|number|id)\b|%/i);
const yearly = /\b(annual|annually|yearly|per year)\b/i;
const written = /^(-)?\s*([$€£¥])?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/;

/**
 * What a sum is, the first kind whose names a column has: what a buyer has for all its purchases, what we would pay, the
 * price of one piece, and what a deal is worth, whose names say no more than the sum itself.
 */
const kinds = [
  ['budget', /\b(budget|revenue|spend|spending)\b|\bfunding$/i],
  ['cost', /\b(fees?|booths?|exhibit(or)?s?|sponsor(ship)?s?|registrations?|admissions?|tickets?)\b/i],
  ['piece', /\bunit (price|cost)|\bper (?!year|annum)/i],
  ['worth', /\b(value|amount|price|cost|costs|total|sum)\b/i],
] as const;

export function kindOfMoney(column: string): keyof typeof ranks {
  const words = splitWords(column);
  const kind = kinds.find(([, names]) => names.test(words))?.[0] ?? 'other';
  return kind === 'worth' && yearly.test(words) ? 'yearly' : kind;
}

const ranks = { worth: 0, yearly: 0, budget: 1, other: 1, piece: 4, cost: 8 };

/** Sums that say what a thing is worth come first, and our costs last. */
export function moneyRank(kind: keyof typeof ranks, info: ColumnInfo | undefined): number {
  return (info?.format === 'currencyUnit' ? 0 : 2) + ranks[kind];
}

/** `$1.25M`, `$420K a year`, `€2.5K booth fee`; null for what is no money, and for none. Without a label that `said` has. */
export function tellMoney(
  column: string,
  value: unknown,
  info: ColumnInfo | undefined,
  said: string | null = null,
): string | null {
  const sum = isMoney(column, info) ? tellSum(value, info?.currency ?? null) : null;
  if (sum === null) return null;
  const kind = kindOfMoney(column);
  if (kind === 'worth') return sum;
  if (kind === 'yearly') return `${sum} a year`;
  const label = oneLine(splitWords(column), 24)?.toLowerCase();
  return label === undefined || said?.toLowerCase().includes(label) ? sum : `${sum} ${label}`;
}

/**
 * The one number in a cell, in whole units; null for a range, for a sum in words, and for none. `currency`: an ISO code, or
 * the symbol that the row writes; null where neither is known.
 */
export function readSum(value: unknown, info: ColumnInfo | undefined) {
  const read = typeof value === 'number' ? { number: value, symbol: '' } : readWritten(value);
  if (read === null || read.number === 0) return null;
  return { amount: read.number, currency: read.symbol || codeOf(info?.currency ?? null) };
}

function isMoney(column: string, info: ColumnInfo | undefined): boolean {
  if (info?.internal) return false;
  if (info?.format === 'currencyUnit') return true;
  const open = info === undefined || info.format === null || ['number', 'text'].includes(info.format);
  return open && isMoneyName(column) && !isOtherNumber(column);
}

/** A sum in short. What a row writes in words or as a range stays as it is. */
export function tellSum(value: unknown, currency: string | null): string | null {
  if (typeof value === 'number') return value === 0 ? null : compact(value, currency);
  if (typeof value !== 'string' || value.length > 40 || !/[1-9]/.test(value)) return null;
  const read = readWritten(value);
  if (read === null) return /[$€£¥]|\b[A-Z]{3}\b|\d[KMB]\b/.test(value) ? oneLine(value, 40) : null;
  const { number, symbol } = read;
  const sum = compact(Math.abs(number), symbol === '' ? currency : null);
  return sum && `${number < 0 ? '-' : ''}${symbol}${sum}`;
}

/** A number as rows write it; null for any other text. */
function readWritten(value: unknown): { readonly number: number; readonly symbol: string } | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const [, minus = '', symbol = '', whole, fraction = ''] = written.exec(value.trim()) ?? [];
  if (whole === undefined) return null;
  return { number: Number(minus + whole.replaceAll(',', '') + fraction), symbol };
}

function compact(value: number, currency: string | null): string | null {
  // Beyond a thousand trillions there is no short form, and no such sum.
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return null;
  const code = codeOf(currency);
  const style = code === null ? {} : ({ style: 'currency', currency: code } as const);
  const short = numberFormat({ ...style, notation: 'compact', maximumSignificantDigits: 3 }).format(value);
  return /[1-9]/.test(short) ? short.replaceAll('\u00a0', ' ') : null;
}

/** Any three letters are taken for a currency; more than an ISO code would throw. */
function codeOf(currency: string | null): string | null {
  return currency !== null && /^[A-Z]{3}$/i.test(currency.trim()) ? currency.trim().toUpperCase() : null;
}
