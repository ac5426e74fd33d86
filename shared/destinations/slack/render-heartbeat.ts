import type { HeartbeatContent } from '../../domain/digests/heartbeat.ts';
import { oneLine } from '../../domain/digests/message/text/one-line.ts';
import { tellHeartbeat, tellPeriod } from '../../domain/digests/tell-heartbeat.ts';
import { longest } from '../wording/lengths.ts';
import { plain, richText, type SlackMessage, section } from './blocks.ts';
import { escapeMrkdwn } from './escape-mrkdwn.ts';

/** A sentence and one line beneath it: whoever looks at the channel sees that nothing is amiss, and reads on. */
export function composeHeartbeat(content: HeartbeatContent): SlackMessage {
  const sentence = tellHeartbeat(content);
  const route = oneLine(content.routeId, longest.routeId);
  const origin = `Signalpost heartbeat · ${route} · ${tellPeriod(content)} · ${content.digestId}`;
  return {
    text: escapeMrkdwn(sentence),
    blocks: [
      { type: 'rich_text', elements: [section([richText(sentence)])] },
      { type: 'context', elements: [plain(origin)] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}
