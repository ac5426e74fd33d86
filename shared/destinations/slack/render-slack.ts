import type { DigestContent } from '../../domain/digests/digest.ts';
import { type HeartbeatContent, tellHeartbeat, tellOrigin } from '../../domain/digests/heartbeat.ts';
import type { DigestMessage, MessagePlace } from '../../domain/message/message.ts';
import { joinFacts, linesOf, soft, textOf } from '../../domain/message/spans.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { longest } from '../../domain/text/lengths.ts';
import type { Renderer } from '../destination.ts';
import { fitsInLeast, mostDetailed } from '../most-detailed.ts';
import { type Block, plain, section, slackLimits } from './blocks.ts';
import { escapeMrkdwn, writePlainForm, writePlainText } from './plain-form.ts';
import { writeBlocks } from './write-blocks.ts';

/** A message for a Slack incoming webhook. What came from outside stands in plain or rich text, which Slack takes literally. */
export const slackRenderer: Renderer = {
  render(content, place = 'whole') {
    const message = chooseMessage(content, place);
    return writeBody(message.text, writeBlocks(message));
  },
  fits: (content, place = 'whole') => fitsInLeast(content, (message) => hasRoomFor(message, place)),
  renderPlain: (content, place = 'whole') => writePlainForm(writePlainText(chooseMessage(content, place))),
  renderHeartbeat,
  renderHeartbeatPlain: (content) =>
    writePlainForm(escapeMrkdwn(`${tellHeartbeat(content)}\n\n${tellOrigin(content)}`)),
};

/** The body of a POST. Of mrkdwn is only `text`: what a notification shows, and a client without blocks. */
function writeBody(text: string, blocks: readonly Block[]): string {
  return JSON.stringify({ text: escapeMrkdwn(text), blocks, unfurl_links: false, unfurl_media: false });
}

/** A sentence and one line beneath it: whoever looks at the channel sees that nothing is amiss, and reads on. */
function renderHeartbeat(content: HeartbeatContent): string {
  const sentence = tellHeartbeat(content);
  return writeBody(sentence, [
    { type: 'rich_text', elements: [section([{ type: 'text', text: sentence }])] },
    { type: 'context', elements: [plain(tellOrigin(content))] },
  ]);
}

function chooseMessage(content: DigestContent, place: MessagePlace): DigestMessage {
  return placeMessage(
    mostDetailed(content, (message) => hasRoomFor(message, place)),
    place,
  );
}

function hasRoomFor(message: DigestMessage, place: MessagePlace): boolean {
  const blocks = writeBlocks(placeMessage(message, place));
  if (blocks.length > slackLimits.blocks) return false;
  return Buffer.byteLength(JSON.stringify(blocks)) < slackLimits.blocksJsonBytes;
}

/** What of a message is said in its place. A reply has no headline: it stands under one, or in a channel by itself. */
function placeMessage(message: DigestMessage, place: MessagePlace): DigestMessage {
  if (place === 'whole') return message;
  const { restCounts } = message;
  if (place === 'thread') {
    // The digest's own text begins with what is hot, and the message above has said that.
    const text = restCounts === null ? message.text : cutText(textOf(restCounts), longest.notification);
    return { ...message, headline: '', text, hot: [] };
  }
  const counts = restCounts === null ? [] : [linesOf([joinFacts([restCounts, [soft('in the thread')]])])];
  return { ...message, rest: counts };
}
