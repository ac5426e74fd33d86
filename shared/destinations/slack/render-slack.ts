import type { DigestContent } from '../../domain/digests/digest.ts';
import type { DigestMessage } from '../../domain/message/message.ts';
import { type MessagePlace, placeMessage } from '../../domain/message/place-message.ts';
import type { Renderer } from '../destination.ts';
import { fitsInLeast, mostDetailed } from '../most-detailed.ts';
import type { SlackMessage } from './blocks.ts';
import { slackLimits } from './blocks.ts';
import { escapeMrkdwn, writePlainForm, writePlainText } from './plain-form.ts';
import { composeHeartbeat, writeHeartbeatText } from './render-heartbeat.ts';
import { writeBlocks } from './write-blocks.ts';

/** A message for a Slack incoming webhook. What came from outside stands in plain or rich text, which Slack takes literally. */
export const slackRenderer: Renderer = {
  render: (content, place = 'whole') => JSON.stringify(composeMessage(chooseMessage(content, place))),
  fits: (content, place = 'whole') => fitsInLeast(content, (message) => hasRoomFor(message, place)),
  renderPlain: (content, place = 'whole') => writePlainForm(writePlainText(chooseMessage(content, place))),
  renderHeartbeat: (content) => JSON.stringify(composeHeartbeat(content)),
  renderHeartbeatPlain: (content) => writePlainForm(writeHeartbeatText(content)),
};

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

function composeMessage(message: DigestMessage): SlackMessage {
  return {
    text: escapeMrkdwn(message.text),
    blocks: writeBlocks(message),
    unfurl_links: false,
    unfurl_media: false,
  };
}
