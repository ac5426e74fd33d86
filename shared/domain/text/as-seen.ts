const unseen = /\p{Default_Ignorable_Code_Point}/gu;
const hyphens = /[\p{Pd}\u2212]/gu;
/** ASCII has nothing unseen, and nothing that looks like something else. */
const beyondAscii = /[\u0080-\uffff]/;

/** Searches see plain letters, full stops and hyphens. A text that is shown stays as it is. */
export function asSeen(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text.normalize('NFKC').replace(unseen, '').replace(hyphens, '-');
}
