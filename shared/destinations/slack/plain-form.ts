import type { DigestMessage, Line, MessageSection, Span } from '../../domain/message/message.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { slackLimits } from './blocks.ts';
import { findMention } from './write-blocks.ts';

/**
 * A message without blocks: what is sent when Slack won't take them. Slack is told to read no formatting into it; what
 * would be a mention is escaped all the same.
 */
export function writePlainForm(text: string): string {
  return JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
}

/** All that a message says, as mrkdwn without marks. */
export function writePlainText(message: DigestMessage): string {
  const escaped = writeParagraphs(message, writeSpan);
  if (escaped.length <= slackLimits.plainText) return escaped;
  // An escaped character takes up to five. Only a text made of such characters comes near the limit.
  const literal = writeParagraphs(message, tellSpan);
  return escapeMrkdwn(cutText(literal, Math.floor(slackLimits.plainText / 5)));
}

type WriteSpan = (span: Span) => string;

function writeParagraphs({ headline, hot, rest, footer }: DigestMessage, write: WriteSpan): string {
  const lines = (all: readonly Line[]) => all.map((line) => writeLine(line, write)).join('\n');
  return [
    write({ kind: 'text', text: headline }),
    ...hot.map((section) => writeSection(section, write)),
    rest.map((section) => writeSection(section, write)).join('\n'),
    lines(footer),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function writeSection(section: MessageSection, write: WriteSpan): string {
  if (section.kind !== 'list') return section.lines.map((line) => writeLine(line, write)).join('\n');
  return section.items
    .flatMap(({ line, items }) => [
      `• ${writeLine(line, write)}`,
      ...items.map((inner) => `    ◦ ${writeLine(inner, write)}`),
    ])
    .join('\n');
}

function writeLine(line: Line, write: WriteSpan): string {
  return line.map(write).join('');
}

function writeSpan(span: Span): string {
  if (span.kind !== 'mention') return escapeMrkdwn(tellSpan(span));
  const of = findMention(span.id);
  if (of === null) return '';
  return of === 'user' ? `<@${span.id}>` : `<!subteam^${span.id}>`;
}

function tellSpan(span: Span): string {
  if (span.kind === 'fire') return '🔥';
  if (span.kind === 'mention') return '';
  return span.kind === 'link' ? `${span.text} (${span.url})` : span.text;
}

/** For mrkdwn: `<!channel>` would page everybody. Slack's own rule: these three characters and no others. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
