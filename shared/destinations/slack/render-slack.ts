import type { DigestBuyer, DigestContent } from '../../domain/digests/digest.ts';
import { oneLine } from '../../domain/digests/message/text/one-line.ts';
import type { Renderer } from '../destination.ts';
import { longest } from '../wording/lengths.ts';
import {
  nameBuyer,
  writeDropped,
  writeHeadline,
  writeHeld,
  writeUnreadable,
} from '../wording/write-headline.ts';
import { type Block, plain, type SlackMessage } from './blocks.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';
import { slackLimits } from './limits.ts';
import { writePlainForm } from './plain-form.ts';
import { heat, renderBuyer } from './render-buyer.ts';
import { composeHeartbeat } from './render-heartbeat.ts';

/** A message for a Slack incoming webhook. What came from outside stands in plain or rich text, which Slack takes literally. */
export const slackRenderer: Renderer = {
  render(content) {
    return JSON.stringify(composeMessage(content));
  },
  renderPlain(content) {
    return writePlainForm(composeMessage(content));
  },
  renderHeartbeat(content) {
    return JSON.stringify(composeHeartbeat(content));
  },
  renderHeartbeatPlain(content) {
    return writePlainForm(composeHeartbeat(content));
  },
  fits(body) {
    const { blocks } = JSON.parse(body) as SlackMessage;
    return (
      blocks.length <= slackLimits.blocks &&
      Buffer.byteLength(JSON.stringify(blocks)) < slackLimits.blocksJsonBytes
    );
  },
};

function composeMessage(content: DigestContent): SlackMessage {
  const headline = writeHeadline(content);
  const [only, ...others] = content.buyers;
  const named = only !== undefined && others.length === 0 && headline.includes(nameBuyer(only));
  const buyers = [...content.buyers].sort((a, b) => buyerHeat(a) - buyerHeat(b));
  return {
    text: escapeMrkdwn(headline),
    blocks: [
      { type: 'header', text: plain(headline) },
      ...buyers.map((buyer) => renderBuyer(buyer, named)),
      footer(content),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

const buyerHeat = ({ signals }: DigestBuyer) => Math.min(3_000_000, ...signals.map(heat));

/** The digest's id lets a reader tell a message that was sent twice, and an operator find it. */
function footer({ unreadable, held, flood, routeId, digestId }: DigestContent): Block {
  const notices = [
    unreadable > 0 && `⚠️ ${writeUnreadable(unreadable)}`,
    held > 0 && writeHeld(held, routeId),
    flood !== undefined && flood.dropped > 0 && writeDropped(flood.dropped),
  ];
  const origin = `Signalpost · ${oneLine(routeId, longest.routeId)} · ${digestId}`;
  return { type: 'context', elements: [...notices.filter((one) => one !== false), origin].map(plain) };
}
