/** Longer marks are no marks: an open bracket must not make a search through all that follows. */
const inline: readonly (readonly [RegExp, string])[] = [
  [/!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1'],
  [/\[([^\]\n]{1,300})\]\([^)\n]{0,2000}\)/g, '$1'],
  [/\[([^\]\n]{1,300})\]\[[^\]\n]{0,100}\]/g, '$1'],
  [/<(https?:\/\/[^\s<>]{1,2000})>/g, '$1'],
  [/`{1,3}([^`\n]{1,500})`{1,3}/g, '$1'],
  [/(?<!\\)(\*\*|__|~~)(?=\S)([^\n]{1,500}?)(?<=[^\s\\])\1/g, '$2'],
  [/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]{1,500}?)(?<=[^\s\\])\*(?![\p{L}\p{N}*])/gu, '$1'],
  [/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]{1,500}?)(?<=[^\s\\])_(?![\p{L}\p{N}_])/gu, '$1'],
  // One mark of a pair is left where a text was cut.
  [/(?<![\p{L}\p{N}])\*\*(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.,;:!?])\*\*(?![\p{L}\p{N}])/gu, ''],
  [/\\([\\`*_{}[\]()#+\-.!~>|])/g, '$1'],
];

/** Each of the patterns above needs one of these: most names have none. */
const marks = /[[<`*_~\\]/;

/** Emphasis, links, images and code go; what they mark stays as it is. */
export function stripInlineMarkdown(text: string): string {
  if (!marks.test(text)) return text;
  return inline.reduce((left, [pattern, kept]) => left.replace(pattern, kept), text);
}

const heading = /^\s{0,3}#{1,6}\s+/;
const marker = /^\s*(?:>\s*)*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?/;
const nothing = /^\s*(?:(?:[-*_=]\s*){3,}|```.*|~~~.*)$/;
const tableMarks = /^[\s:|-]*$/;

/** A fence, a rule, or the line beneath the heads of a table. One search for the latter's marks could take minutes. */
function saysNothing(line: string): boolean {
  return nothing.test(line) || (tableMarks.test(line) && line.includes('---'));
}

/** Headings are left out, unless there is nothing else: they name what follows, and say nothing themselves. */
export function plainLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => !saysNothing(line));
  const told = lines.filter((line) => !heading.test(line));
  return (told.some((line) => line.trim() !== '') ? told : lines)
    .map((line) => stripInlineMarkdown(line.replace(heading, '').replace(marker, '')).trim())
    .filter((line) => line !== '');
}
