import { type ReceivedRequest, startReceiver } from '../support/destinations/receiver.ts';

/** Stands in for Teams and for Slack's Web API: takes everything, as each of them answers. */
export interface Chat {
  /** The address of a Teams flow. */
  readonly teamsUrl: string;
  readonly slackApiUrl: string;
  /** Cards that came to the flow, in order. */
  readonly cards: readonly ReceivedRequest[];
  /** Messages that were posted by the bot, in order; `ts` is what Slack calls each by. */
  readonly messages: readonly PostedMessage[];
  close(): Promise<void>;
}

export interface PostedMessage {
  readonly ts: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly channel: string;
    readonly thread_ts?: string;
    readonly text: string;
  };
}

export async function startChat(): Promise<Chat> {
  const cards: ReceivedRequest[] = [];
  const messages: PostedMessage[] = [];
  const receiver = await startReceiver({
    answers: (request) => {
      if (request.path.endsWith('/auth.test')) return { body: '{"ok":true}' };
      if (!request.path.endsWith('/chat.postMessage')) {
        // A probe has no card, and posts nothing.
        if (request.body.includes('AdaptiveCard')) cards.push(request);
        return { status: 202 };
      }
      const body = JSON.parse(request.body) as PostedMessage['body'];
      const ts = `17000000${String(messages.length).padStart(2, '0')}.000100`;
      messages.push({ ts, authorization: request.headers.authorization, body });
      return { body: JSON.stringify({ ok: true, channel: body.channel, ts }) };
    },
  });
  const { origin } = new URL(receiver.url);
  return {
    teamsUrl: `${origin}/workflows/sales`,
    slackApiUrl: `${origin}/api`,
    cards,
    messages,
    close: receiver.close,
  };
}
