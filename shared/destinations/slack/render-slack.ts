import type { DigestContent } from '../../domain/digests/digest.ts';
import type { DigestMessage } from '../../domain/digests/message/message.ts';
import { type MessagePlace, placeMessage } from '../../domain/digests/message/place-message.ts';
import { textOf } from '../../domain/digests/message/spans.ts';
import type { Renderer } from '../destination.ts';
import { mostDetailed } from '../most-detailed.ts';
import { type Block, plain, type SlackMessage } from './blocks.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';
import { slackLimits } from './limits.ts';
import { writePlainForm, writePlainText } from './plain-form.ts';
import { composeHeartbeat, writeHeartbeatText } from './render-heartbeat.ts';
import { writeApart, writeTogether } from './write-sections.ts';

/** A message for a Slack incoming webhook. What came from outside stands in plain or rich text, which Slack takes literally. */
export const slackRenderer: Renderer = {
  render: (content, place) => JSON.stringify(composeMessage(chooseMessage(content, place))),
  renderPlain: (content, place) => writePlainForm(writePlainText(chooseMessage(content, place))),
  renderHeartbeat: (content) => JSON.stringify(composeHeartbeat(content)),
  renderHeartbeatPlain: (content) => writePlainForm(writeHeartbeatText(content)),
  fits: (body) => hasRoomFor(JSON.parse(body) as SlackMessage),
};

/** The same for both forms, so that they say the same. */
function chooseMessage(content: DigestContent, place: MessagePlace = 'whole'): DigestMessage {
  const chosen = mostDetailed(content, (message) => hasRoomFor(composeMessage(placeMessage(message, place))));
  return placeMessage(chosen, place);
}

function hasRoomFor({ blocks }: SlackMessage): boolean {
  return (
    blocks.length <= slackLimits.blocks &&
    Buffer.byteLength(JSON.stringify(blocks)) < slackLimits.blocksJsonBytes
  );
}

function composeMessage({ headline, text, hot, rest, footer }: DigestMessage): SlackMessage {
  const [above, below] = [writeApart(hot), writeTogether(rest)];
  return {
    text: escapeMrkdwn(text),
    blocks: [
      ...(headline === '' ? [] : [{ type: 'header', text: plain(headline) } as const]),
      ...above,
      ...(above.length > 0 && below.length > 0 ? [{ type: 'divider' } as const] : []),
      ...below,
      ...writeFooter(footer),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function writeFooter(lines: DigestMessage['footer']): Block[] {
  const texts = lines.map(textOf).filter((text) => text !== '');
  return texts.length === 0 ? [] : [{ type: 'context', elements: texts.map(plain) }];
}
