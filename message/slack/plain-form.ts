import { cutText } from '../../shared/domain/text/cut-text.ts';
import type { DigestMessage } from '../lines/message.ts';
import { writeParagraphs } from '../lines/paragraphs.ts';
import { slackLimits } from './blocks.ts';
import { escapeMrkdwn, findMention } from './write-blocks.ts';

/**
 * Writes a message without blocks, for when Slack won't take them. Slack is told to read no formatting into it; a
 * possible mention is escaped all the same.
 */
export function writePlain(message: DigestMessage): string {
  const paragraphs = writeParagraphs(message, { text: escapeMrkdwn, mention: writeMention });
  const text = cutText(paragraphs, slackLimits.plainText);
  return JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
}

export function formatPlain(body: string): string {
  const { text } = JSON.parse(body) as { readonly text: string };
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function writeMention(id: string): string {
  const of = findMention(id);
  if (of === null) return '';
  return of === 'user' ? `<@${id}>` : `<!subteam^${id}>`;
}
