import { cutText } from '../../shared/domain/text/cut-text.ts';
import type { DigestMessage, Line, MessageSection, Span } from '../lines/message.ts';
import { slackLimits } from './blocks.ts';
import { escapeMrkdwn, findMention } from './write-blocks.ts';

/**
 * All that a message says, without blocks: what is sent when Slack won't take them. Slack is told to read no formatting
 * into it; what would be a mention is escaped all the same.
 */
export function writePlain(message: DigestMessage): string {
  const text = cutText(writeParagraphs(message), slackLimits.plainText);
  return JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
}

/** What a person reads of a plain form. */
export function tellPlain(body: string): string {
  const { text } = JSON.parse(body) as { readonly text: string };
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function writeParagraphs({ headline, hot, rest, footer }: DigestMessage): string {
  const lines = (all: readonly Line[]) => all.map(writeLine).join('\n');
  const told = hot.filter(({ kind }) => kind !== 'contact');
  return [escapeMrkdwn(headline), ...told.map(writeSection), rest.map(writeSection).join('\n'), lines(footer)]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function writeSection(section: MessageSection): string {
  if (section.kind !== 'list') return section.lines.map(writeLine).join('\n');
  return section.items
    .flatMap(({ line, items }) => [
      `• ${writeLine(line)}`,
      ...items.map((inner) => `    ◦ ${writeLine(inner)}`),
    ])
    .join('\n');
}

function writeLine(line: Line): string {
  return line.map(writeSpan).join('');
}

function writeSpan(span: Span): string {
  if (span.kind === 'fire') return '🔥';
  if (span.kind !== 'mention')
    return escapeMrkdwn(span.kind === 'link' ? `${span.text} (${span.url})` : span.text);
  const of = findMention(span.id);
  if (of === null) return '';
  return of === 'user' ? `<@${span.id}>` : `<!subteam^${span.id}>`;
}
