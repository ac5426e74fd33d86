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
