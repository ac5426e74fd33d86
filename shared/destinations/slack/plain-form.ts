import { cutText } from '../../domain/digests/message/text/cut-text.ts';
import type { Block, RichElement, SlackMessage } from './blocks.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';
import { slackLimits } from './limits.ts';

/**
 * The same message without blocks: what is sent when Slack won't take them. Written from the blocks, so that both
 * forms say the same. Slack is told to read no formatting into it; what would be a mention is escaped all the same.
 */
export function writePlainForm({ blocks }: SlackMessage): string {
  const text = blocks.map(writeBlock).join('\n\n');
  const escaped = escapeMrkdwn(text);
  // An escaped character takes up to five. Only a text made of such characters comes near the limit.
  const fits = escaped.length <= slackLimits.plainText;
  return JSON.stringify({
    text: fits ? escaped : escapeMrkdwn(cutText(text, Math.floor(slackLimits.plainText / 5))),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  });
}

function writeBlock(block: Block): string {
  if (block.type === 'header') return block.text.text;
  if (block.type === 'context') return block.elements.map(({ text }) => text).join('\n');
  return block.elements
    .map((part) =>
      part.type === 'rich_text_section'
        ? writeElements(part.elements)
        : part.elements.map(({ elements }) => `• ${writeElements(elements)}`).join('\n'),
    )
    .join('\n');
}

function writeElements(elements: readonly RichElement[]): string {
  return elements.map(writeElement).join('');
}

function writeElement(element: RichElement): string {
  if (element.type === 'emoji') return '🔥';
  return element.type === 'link' ? `${element.text} (${element.url})` : element.text;
}
