import { asSeen } from './as-seen.ts';

const email =
  /(?:[^\s@<>()[\]"',;:]{1,64}|")@[^\s@]{1,100}\.[^\s@.]{2,}|[([{]\s?at\s?[)\]}]\s?[\w.-]{1,100}\s?(?:\.|[([{]\s?dot\s?[)\]}])/i;
/** North America writes numbers so, with an area or without; anywhere, one may stand behind a plus. */
const phone =
  /(?<!\d)1?[\s.-]{0,3}\(?\d{3}\)?[\s.\-/]{0,3}\d{3}[\s.\-/]{0,3}\d{4}(?!\d)|(?<![\d-])\d{3}[-.]\d{4}(?!\d)|\+\d(?:[\s().\-/]{0,2}\d){7,}/;
/**
 * People write numbers of their own country with a zero in front: `030/1234567`, `(0171) 234 5678`, `0049 30 123456`.
 * No date with its year, and no postal code. A tender's number may look the same: then its sentence is not shown.
 */
const phoneAbroad =
  /(?<![\p{L}\d]|[\p{L}\d][-/]|\d[.,\s])\(?0(?!\d{4}-\d{4}\b)(?![\d\s()./-]{0,8}(?:19|20)\d\d\b)(?:[\s()./-]{0,3}\d){8,14}(?!\d)/u;
const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i;

/** Nobody gets an e-mail address, a telephone number or an id unasked. */
export function isPrivate(text: string): boolean {
  const seen = asSeen(text);
  // Each e-mail address has one of these signs, few texts have any, and this search takes the longest.
  const isEmail = /[@([{]/.test(seen) && email.test(seen);
  return isEmail || phone.test(seen) || phoneAbroad.test(seen) || uuid.test(seen);
}

/** A tender's number looks like a telephone number: in a name only these forms are surely one. */
const inNames = [
  /[^\s@<>()[\]"',;:]{1,64}[@＠][^\s@<>()[\]"',;:]{1,100}\.[^\s@.<>()[\]"',;:]{2,}/g,
  /(?:\+1[\s.-]?)?\(\d{3}\)\s?\d{3}[\s.\-\u2010-\u2015]?\d{4}(?!\d)/g,
  /\+\d(?:[\s().\-\u2010-\u2015]{0,2}\d){7,}/g,
  /(?<![\p{L}\d])\(0\d{1,5}\)[\s/\-\u2010-\u2015]{0,2}\d[\d\s\-\u2010-\u2015]{4,12}\d(?!\d)/gu,
  /(?<![\p{L}\d]|\d[-/])0\d{1,5}\s?\/\s?(?!(?:19|20)\d\d\b)\d{3}[\d\s]{2,9}\d(?!\d)/gu,
  /(?<![\p{L}\d]|\d[-/])00[1-9]\d{0,2}(?:\s\(0\))?(?:[\s./\-\u2010-\u2015](?!(?:19|20)\d\d\b)\d{1,12}){2,6}(?!\d)/gu,
];

/** Each pattern needs one of these: most names have none, and need no search. */
const signs = /[@＠(+]|0\d/;

/** An ellipsis takes the place of each e-mail address and telephone number; null where nothing else is. */
export function hideAddresses(name: string): string | null {
  if (!signs.test(name)) return name;
  const hidden = inNames.reduce((left, pattern) => left.replace(pattern, '…'), name);
  return hidden === name || /[\p{L}\p{N}]/u.test(hidden) ? hidden : null;
}
