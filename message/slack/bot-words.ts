import { jsonIn } from '../../shared/domain/json-in.ts';
import { isHtml } from '../send/decide-outcome.ts';
import type { OwnWord } from '../send/destination.ts';
import type { PostAnswer } from '../send/http-post.ts';
import { meaningOf, notSlack } from './words.ts';

/** Slack answers a bot's call with status 200 even where it refuses. A page comes from a proxy, and delivers nothing. */
export function findBotWord({ status, body }: PostAnswer): OwnWord | null {
  const isSuccess = status >= 200 && status < 300;
  const { ok, error } = readObject(body);
  // The answer may be cut off on its way: the message stands there all the same.
  if (ok === true || /^\s*\{\s*"ok"\s*:\s*true\s*,/.test(body)) return null;
  if (ok !== false) {
    const means = isHtml(body) ? 'retry' : 'may-have-happened';
    return isSuccess ? { word: notSlack, means } : null;
  }
  const word = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'it gave no reason';
  // Such a status says more: when to come again, and that it may have happened.
  if (status === 429 || status >= 500) return { word, means: null };
  return { word, means: meaningOf(word) ?? (isSuccess ? 'retry' : null) };
}

/** `C0123 1503435956.000247`: the channel and the message that was posted; null where the answer does not say. */
export function findThread({ body }: PostAnswer): string | null {
  const { channel, ts } = readObject(body);
  const isNamed = typeof channel === 'string' && /^[A-Z][A-Z0-9]{1,30}$/.test(channel);
  return isNamed && typeof ts === 'string' && /^\d{1,20}\.\d{1,10}$/.test(ts) ? `${channel} ${ts}` : null;
}

/** A page or half of an answer has no fields. */
const readObject = (body: string): Readonly<Record<string, unknown>> => Object(jsonIn(body));
