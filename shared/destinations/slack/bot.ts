import type { SlackBotDestination, SlackDestination } from '../../domain/routes/route.ts';
import type { PostAnswer } from '../http-post.ts';
import { readPosted } from './bot-words.ts';

const slackApi = 'https://slack.com/api';

export function isBot(to: SlackDestination): to is SlackBotDestination {
  return 'botToken' in to;
}

/** The address of a method of Slack's Web API. */
export function methodUrl({ apiUrl = slackApi }: SlackBotDestination, method: string): string {
  return `${apiUrl.replace(/\/+$/, '')}/${method}`;
}

/**
 * The frozen body with its channel, and with its thread where that is one of the channel: after a change of the config the
 * message above may stand in another. The frozen bytes themselves stay as they are.
 */
export function addressBody(body: string, thread: string | undefined, { channel }: SlackBotDestination) {
  const [of, ts] = thread?.split(' ') ?? [];
  const head = { channel, ...(of === channel && ts !== undefined ? { thread_ts: ts } : {}) };
  return `${JSON.stringify(head).slice(0, -1)},${body.slice(1)}`;
}

/** `C0123 1503435956.000247`: the message and the channel that it stands in. */
export function findThread(answer: PostAnswer): string | null {
  const posted = readPosted(answer);
  return posted && `${posted.channel} ${posted.ts}`;
}
