import { currencyCode, type Sum } from '../../shared/domain/cells/read-number.ts';
import { numberFormat } from '../../shared/domain/formats.ts';

/** Some rows write a symbol, and rows of other bridges its code. */
const codes: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** `$1.25M`, `€420K`, `CHF 1.2M`; `1.25M` where no currency is known. */
export function formatSum({ amount, currency }: Sum): string {
  const code = currency === null ? null : (codes[currency] ?? currencyCode(currency));
  const style = code === null ? {} : ({ style: 'currency', currency: code } as const);
  const format = numberFormat({ ...style, notation: 'compact', maximumSignificantDigits: 3 });
  return format.format(amount).replaceAll('\u00a0', ' ');
}

/** `named`: how many are added up. */
export type Worth = Sum & { readonly named: number };

/** Adds up the sums that are known. Null for none, and for several currencies: no sum is better than a wrong one. */
export function addSums(all: readonly (Sum | null)[]): Worth | null {
  const sums = all.filter((sum) => sum !== null);
  const [first] = sums;
  const codeOf = ({ currency }: Sum) => (currency === null ? null : (codes[currency] ?? currency));
  if (first === undefined || sums.some((one) => codeOf(one) !== codeOf(first))) return null;
  // Cents have no rest to differ by.
  const cents = sums.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
  return { amount: cents / 100, currency: codeOf(first), named: sums.length };
}
