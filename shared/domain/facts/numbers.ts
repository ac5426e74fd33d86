import { grouped } from '../counted.ts';
import { atFirstUse } from '../text/at-first-use.ts';
import { numberFormat } from './formats.ts';

/** Its digits name something: `10,482,931` is no contract's number. A `number of` things counts them. */
const naming = /#|\b(id|no|nr|num|number|code|zip|zipcode|postcode|year)\b(?! of\b)/i;

/** As the row says it; of a fraction 15 digits, which is all that it surely keeps: 0.1 + 0.2 has a 4 in the 17th. */
export function tellNumber(words: string, value: number): string {
  // Beyond 2^53 it was rounded before it came here, and it may have 300 digits.
  if (!Number.isFinite(value)) return '';
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER || (value !== 0 && Math.abs(value) < 1e-6))
    return String(value);
  const maximumSignificantDigits = Number.isInteger(value) ? 16 : 15;
  const useGrouping = !naming.test(words);
  return numberFormat({ maximumSignificantDigits, useGrouping, signDisplay: 'negative' }).format(value);
}

/** `first`, `second`… and `11th` from there on. */
export function tellPlace(place: number): string {
  return (
    ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'][
      place - 1
    ] ?? `${grouped(place)}${{ one: 'st', two: 'nd', few: 'rd' }[ordinals().select(place) as 'one'] ?? 'th'}`
  );
}

const ordinals = atFirstUse(() => new Intl.PluralRules('en', { type: 'ordinal' }));
