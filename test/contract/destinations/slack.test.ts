import { afterEach, describe, expect, it } from 'vitest';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

const to = { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } } as const;

describe("Slack's own words", () => {
  const opened: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((receiver) => receiver.close()));
  });

  it.each([
    [404, 'no_service_id', 'gone'],
    [404, 'no_team', 'gone'],
    [400, 'user_not_found', 'gone'],
    [403, 'posting_to_general_channel_denied', 'gone'],
    [400, 'invalid_blocks', 'dead'],
    [400, 'too_many_attachments', 'dead'],
    [400, 'missing_text_or_fallback_or_attachments', 'dead'],
    [400, 'something_new', 'retry'],
  ])('%i %s means %s, and the word is the reason', async (status, word, expected) => {
    const receiver = await startReceiver({ answers: [{ status, body: word }] });
    opened.push(receiver);
    const clock = { now: () => Date.now(), sleep: async () => {} };
    const sender = createSender({
      post: createHttpPost(),
      secret: async () => receiver.url,
      clock,
      permitLocal: true,
    });

    const outcome = await sender.send({ digestId: 'msg_1', body: '{"text":"x","blocks":[]}', to });

    expect(outcome).toMatchObject({ outcome: expected, status, reason: `answered ${status}: ${word}` });
    expect(receiver.requests).toHaveLength(1);
  });
});
