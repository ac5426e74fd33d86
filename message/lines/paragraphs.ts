import type { DigestMessage, Line, MessageSection, Span } from './message.ts';

interface PlainStyle {
  readonly text: (text: string) => string;
  readonly mention: (id: string) => string;
}

/** Writes a message without styles: paragraphs with a blank line between them. */
export function writeParagraphs({ headline, hot, rest, footer }: DigestMessage, style: PlainStyle): string {
  const write = (lines: readonly Line[]) => lines.map((line) => writeLine(line, style)).join('\n');
  const sections = (all: readonly MessageSection[]) => all.map((one) => writeSection(one, style));
  // Plain text may be shown where others than the owner read it, as in a notification.
  const told = hot.filter(({ kind }) => kind !== 'contact');
  return [style.text(headline), ...sections(told), sections(rest).join('\n'), write(footer)]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function writeSection(section: MessageSection, style: PlainStyle): string {
  if (section.kind !== 'list') return section.lines.map((line) => writeLine(line, style)).join('\n');
  return section.items
    .flatMap(({ line, items }) => [
      `• ${writeLine(line, style)}`,
      ...items.map((inner) => `    ◦ ${writeLine(inner, style)}`),
    ])
    .join('\n');
}

function writeLine(line: Line, style: PlainStyle): string {
  return line.map((span) => writeSpan(span, style)).join('');
}

function writeSpan(span: Span, { text, mention }: PlainStyle): string {
  if (span.kind === 'fire') return '🔥';
  if (span.kind === 'mention') return mention(span.id);
  return text(span.kind === 'link' ? `${span.text} (${span.url})` : span.text);
}
