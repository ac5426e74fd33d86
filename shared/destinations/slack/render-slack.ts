import type { DigestContent } from '../../domain/digests/digest.ts';
import type { DigestMessage } from '../../domain/message/message.ts';
import { type MessagePlace, placeMessage } from '../../domain/message/place-message.ts';
import { rememberLast } from '../../domain/message/remember.ts';
import type { Renderer } from '../destination.ts';
import { fitsInLeast, type MessageRoom, mostDetailed } from '../most-detailed.ts';
import type { SlackMessage } from './blocks.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';
import { slackLimits } from './limits.ts';
import { writePlainForm, writePlainText } from './plain-form.ts';
import { composeHeartbeat, writeHeartbeatText } from './render-heartbeat.ts';
import { countBlocks, writeBlocks } from './write-blocks.ts';

/** A message for a Slack incoming webhook. What came from outside stands in plain or rich text, which Slack takes literally. */
export const slackRenderer: Renderer = {
  render: (content, place = 'whole') => JSON.stringify(composeMessage(chooseMessage(content, place))),
  fits: (content, place = 'whole') => fitsInLeast(content, roomOf(place)),
  renderPlain: (content, place = 'whole') => writePlainForm(writePlainText(chooseMessage(content, place))),
  renderHeartbeat: (content) => JSON.stringify(composeHeartbeat(content)),
  renderHeartbeatPlain: (content) => writePlainForm(writeHeartbeatText(content)),
};

/** The same for both forms, so that they say the same. */
const chooseMessage = rememberLast(
  (content: DigestContent, place: MessagePlace): DigestMessage =>
    placeMessage(mostDetailed(content, roomOf(place)), place),
);

function roomOf(place: MessagePlace): MessageRoom {
  return {
    fits: (message) => hasRoomFor(placeMessage(message, place)),
    // Beside the header and the footer. A thread says nothing of what is hot.
    mostDescribed: place === 'thread' ? undefined : slackLimits.blocks - 2,
  };
}

function hasRoomFor(message: DigestMessage): boolean {
  const { blocks, bytes } = countBlocks(message);
  return blocks <= slackLimits.blocks && bytes < slackLimits.blocksJsonBytes;
}

function composeMessage(message: DigestMessage): SlackMessage {
  return {
    text: escapeMrkdwn(message.text),
    blocks: writeBlocks(message),
    unfurl_links: false,
    unfurl_media: false,
  };
}
