/**
 * What may be a telephone number as people write it in their own country, with a zero in front: `030/1234567`, `(0171)
 * 234 5678`, `0049 30 123456`. Its end is open: other numbers may follow. A number inside another one is none.
 */
const candidates = /(?<![\p{L}\d]|[\p{L}\d][-/]|\d[.,\s])\(?0\d[\d\s()./-]{5,24}\d(?!\d)/gu;
/** What stands in front of a tender's number. */
const tender =
  /\b(?:rfp|rfq|rfi|rfb|ifb|itb|itn|itt|bid|tender|solicitation|contract|project|case|ref|reference|po|id)\.?\s?(?:no\.?|nr\.?|number|#)?\s?[:#]?\s?$/i;
const year = /^(?:19|20)\d\d$/;

/** Whether a text holds a telephone number as it is written in a country other than the United States. */
export function hasPhoneAbroad(text: string): boolean {
  return [...text.matchAll(candidates)].some(({ 0: found, index }) => {
    return !tender.test(text.slice(Math.max(0, index - 30), index)) && beginsWithPhone(found);
  });
}

/** By its groups of digits: some of them, from the first, have as many digits as a number has. */
function beginsWithPhone(found: string): boolean {
  const groups = found.match(/\d+/g) ?? [];
  const [first = ''] = groups;
  const international = /^00[1-9]/.test(groups.join(''));
  if (!international && !/^0[1-9]/.test(first)) return false;
  if (isDates(found) || isPostalCode(found)) return false;
  // Without a mark in them, ids begin with zeros more often than numbers do.
  if (first.length > 6) return first.length >= (international ? 11 : 10);
  let digits = 0;
  for (const group of groups) {
    // `05-2026-0147` is a tender's number, and `05/2026` a month.
    if (year.test(group)) return false;
    digits += group.length;
    if (digits >= (international ? 10 : 9)) return digits <= 15;
  }
  return false;
}

/** Of New England: `02139-4307`. */
function isPostalCode(found: string): boolean {
  return /^\d{5}-\d{4}$/.test(found);
}

/** `01.12.26 - 31.12.26`: pairs of digits that stand apart by several marks. In a number they are all the same. */
function isDates(found: string): boolean {
  if (!/^\d\d(?:[^\d]+\d\d)+$/.test(found)) return false;
  return new Set(found.match(/\D+/g)).size > 1;
}
