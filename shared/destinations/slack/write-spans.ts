import type { Line, Span } from '../../domain/message/message.ts';
import type { RichElement, RichStyle } from './blocks.ts';
import { findMention } from './mention.ts';

/** The lines beneath one another. Slack refuses an element without a text, and a part without elements. */
export function writeLines(lines: readonly Line[]): RichElement[] {
  const written = lines.map(writeSpans).filter((elements) => elements.length > 0);
  return written.flatMap((elements, index) => (index === 0 ? elements : breakBefore(elements)));
}

function writeSpans(line: Line): RichElement[] {
  return line.flatMap((span) => writeSpan(span) ?? []);
}

/** An element of its own for the break would take 26 bytes in each line. */
function breakBefore([first, ...others]: readonly RichElement[]): readonly RichElement[] {
  if (first?.type === 'text') return [{ ...first, text: `\n${first.text}` }, ...others];
  return [{ type: 'text', text: '\n' }, ...(first ? [first] : []), ...others];
}

function writeSpan(span: Span): RichElement | null {
  switch (span.kind) {
    case 'text':
      return span.text === '' ? null : { type: 'text', text: span.text, ...styleOf(span) };
    case 'link':
      return { type: 'link', url: span.url, text: span.text, ...styleOf(span) };
    case 'fire':
      return { type: 'emoji', name: 'fire' };
    case 'mention':
      return mention(span.id);
  }
}

function styleOf(span: { readonly strong?: true; readonly soft?: true }): { readonly style?: RichStyle } {
  if (!span.strong && !span.soft) return {};
  return { style: { ...(span.strong && { bold: true }), ...(span.soft && { italic: true }) } };
}

function mention(id: string): RichElement | null {
  const of = findMention(id);
  if (of === null) return null;
  return of === 'user' ? { type: 'user', user_id: id } : { type: 'usergroup', usergroup_id: id };
}
