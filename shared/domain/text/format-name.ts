import { stripInlineMarkdown } from './markdown.ts';
import { oneLine } from './one-line.ts';
import { hideAddresses } from './private-text.ts';
import { cutWords } from './sentences.ts';

const longestRead = 1_000;

/** An outside name without Markdown, and without anybody's address or telephone number; cut between words. */
export function formatName(name: string | null, most: number): string | null {
  const line = name && oneLine(hideAddresses(stripInlineMarkdown(name.slice(0, longestRead))), longestRead);
  return line ? cutWords(line, most) : null;
}
