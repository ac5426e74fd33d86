import { grouped } from '../../shared/domain/counted.ts';
import { numberFormat } from '../../shared/domain/formats.ts';

/** Digits that name something have no commas: `10,482,931` is no contract's number. A `number of` things counts them. */
const naming = /#|\b(id|no|nr|num|number|code|zip|zipcode|postcode|year)\b(?! of\b)/i;

/** Writes a number as the row says it. A fraction surely keeps 15 digits: 0.1 + 0.2 has a 4 in the 17th. */
export function formatNumber(words: string, value: number): string {
  // Numbers beyond 2^53 were rounded before they came here, and may have 300 digits.
  if (!Number.isFinite(value)) return '';
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER || (value !== 0 && Math.abs(value) < 1e-6))
    return String(value);
  const maximumSignificantDigits = Number.isInteger(value) ? 16 : 15;
  const useGrouping = !naming.test(words);
  return numberFormat({ maximumSignificantDigits, useGrouping, signDisplay: 'negative' }).format(value);
}

/** `1st`, `22nd`, `11th` */
export function formatOrdinal(place: number): string {
  const ending = Math.floor(place / 10) % 10 === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return grouped(place) + ending;
}
