import { DeliveryTransportError } from '../../../message/send/destination-errors.ts';
import type { PostAnswer } from '../../../message/send/http-post.ts';

/** What Slack's Web API says where an incoming webhook would say it by its status: all of it comes with a 200. */
export function answerAsApi(
  answer: PostAnswer | DeliveryTransportError,
  { channel, isReply, ts }: { readonly channel: string; readonly isReply: boolean; readonly ts: string },
): PostAnswer | DeliveryTransportError {
  if (answer instanceof DeliveryTransportError || answer.status === 429) return answer;
  const said = (object: object): PostAnswer => ({ ...answer, status: 200, body: JSON.stringify(object) });
  if (answer.status < 300) return said({ ok: true, channel, ts });
  // It took the message, or did not: it can't say.
  if (answer.status === 502) return said({ ok: false, error: 'internal_error' });
  if (answer.status === 400 && isReply) return said({ ok: false, error: 'cannot_reply_to_message' });
  return /^[a-z]+_[a-z_]+$/.test(answer.body) ? said({ ok: false, error: answer.body }) : answer;
}
