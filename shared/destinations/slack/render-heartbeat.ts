import { type HeartbeatContent, tellHeartbeat, tellOrigin } from '../../domain/digests/heartbeat.ts';
import { plain, type SlackMessage, section } from './blocks.ts';
import { escapeMrkdwn } from './plain-form.ts';

/** A sentence and one line beneath it: whoever looks at the channel sees that nothing is amiss, and reads on. */
export function composeHeartbeat(content: HeartbeatContent): SlackMessage {
  const sentence = tellHeartbeat(content);
  return {
    text: escapeMrkdwn(sentence),
    blocks: [
      { type: 'rich_text', elements: [section([{ type: 'text', text: sentence }])] },
      { type: 'context', elements: [plain(tellOrigin(content))] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** The same as one text. */
export function writeHeartbeatText(content: HeartbeatContent): string {
  return escapeMrkdwn(`${tellHeartbeat(content)}\n\n${tellOrigin(content)}`);
}
