import { expect, it } from 'vitest';
import type { PostRequest } from '../../../message/send/http-post.ts';
import { lookUpMember } from '../../../message/slack/look-up.ts';

const to = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const secrets = new Map([['BOT', 'xoxb-1234567890-abcdefghij']]);

async function lookUp(said: object, status = 200, headers: Record<string, string> = {}) {
  const asked: PostRequest[] = [];
  const post = async (request: PostRequest) => {
    asked.push(request);
    return { status, headers, body: JSON.stringify(said) };
  };
  const found = await lookUpMember({ post, secrets, permitLocal: false }, to, 'dev+bids@example.com');
  return { found, asked };
}

it('asks Slack for the member with an address, which stands in no URL', async () => {
  const { found, asked } = await lookUp({
    ok: true,
    user: { id: 'U0DEV', tz: 'Asia/Kolkata', deleted: false },
  });
  expect(found).toEqual({ id: 'U0DEV', timezone: 'Asia/Kolkata' });
  expect(asked).toMatchObject([
    {
      body: 'email=dev%2Bbids%40example.com',
      headers: {
        authorization: 'Bearer xoxb-1234567890-abcdefghij',
        'content-type': 'application/x-www-form-urlencoded',
      },
    },
  ]);
  expect(asked[0]?.url.href).toBe('https://slack.com/api/users.lookupByEmail');
});

it.each([
  ['nobody', { ok: false, error: 'users_not_found' }, 200, null],
  ['who has left', { ok: true, user: { id: 'U0DEV', deleted: true } }, 200, null],
  [
    'no permission',
    { ok: false, error: 'missing_scope' },
    200,
    { problem: 'answered 200: missing_scope', retryAfterMs: null },
  ],
  [
    'too many',
    { ok: false, error: 'ratelimited' },
    429,
    { problem: expect.stringContaining('429'), retryAfterMs: 3000 },
  ],
])('knows %s', async (_, said, status, found) => {
  expect((await lookUp(said, status, status === 429 ? { 'retry-after': '3' } : {})).found).toEqual(found);
});
