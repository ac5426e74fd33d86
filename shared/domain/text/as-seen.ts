const unseen = /\p{Default_Ignorable_Code_Point}/gu;
const hyphens = /[\p{Pd}\u2212]/gu;
/** Of ASCII all is seen, and nothing looks like something else. */
const beyondAscii = /[\u0080-\uffff]/;

/**
 * A text as a reader sees it: without what nobody sees, and with plain letters, full stops and hyphens in place of those
 * that look the same. For searches; what is shown stays as it is.
 */
export function asSeen(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text.normalize('NFKC').replace(unseen, '').replace(hyphens, '-');
}
