/** Digits, or digits in groups of three: "0,875" and "12,34" are decimals with a comma, not thousands. */
const plainNumber = /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;

/** Reads 87, "87", "87 %", "1,250" and "$1,250.50" as numbers; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // No number is so long, and a search through a page's white space could take minutes.
  if (text.length > 100) return null;
  const plain = text.replace(/^\$\s*/, '').replace(/\s*%$/, '');
  return plainNumber.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** A sum in whole units. `currency`: an ISO code, or the symbol that the row writes; null where neither is known. */
export interface Sum {
  readonly amount: number;
  readonly currency: string | null;
}

/** Reads `1250000`, `-$1,250.50`, `€ 20`. Null for a range, for a sum in words, and for none. */
export function readSum(value: unknown, currency: string | null): Sum | null {
  const [, minus = '', symbol = '', digits = ''] =
    /^(-?)\s*([$€£¥]?)\s*([\d,.]{1,40})$/.exec(typeof value === 'string' ? value.trim().slice(0, 50) : '') ??
    [];
  const amount = readNumber(typeof value === 'number' ? value : minus + digits);
  return amount === null || amount === 0 ? null : { amount, currency: symbol || currencyCode(currency) };
}

/** Any three letters are taken for a currency; more than an ISO code would throw in a number's format. */
export function currencyCode(currency: string | null): string | null {
  return currency !== null && /^[A-Z]{3}$/i.test(currency.trim()) ? currency.trim().toUpperCase() : null;
}
