import { expect, it } from 'vitest';
import type { PostRequest } from '../../../../message/send/http-post.ts';
import { lookUpMember } from '../../../../message/slack/look-up.ts';

const to = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const secrets = new Map([['BOT', 'xoxb-1234567890-abcdefghij']]);

const member = { ok: true, user: { id: 'U0DEV', tz: 'Asia/Kolkata', deleted: false } };

async function lookUp(said: object, status = 200, headers: Record<string, string> = {}) {
  const asked: PostRequest[] = [];
  const slept: number[] = [];
  const post = async (request: PostRequest) => {
    asked.push(request);
    return slept.length > 0
      ? { status: 200, headers: {}, body: JSON.stringify(member) }
      : { status, headers, body: JSON.stringify(said) };
  };
  const sleep = async (ms: number) => void slept.push(ms);
  const ports = { post, secrets, permitLocal: false, sleep };
  const found = await lookUpMember(ports, to, 'dev+bids@example.com');
  return { found, asked, slept };
}

it('asks Slack for the member with an address, which stands in no URL', async () => {
  const { found, asked } = await lookUp(member);
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
  ['nobody', { ok: false, error: 'users_not_found' }],
  ['a member who has left', { ok: true, user: { id: 'U0DEV', deleted: true } }],
])('knows %s', async (_, said) => {
  expect((await lookUp(said)).found).toBeNull();
});

it('waits as long as Slack asks for', async () => {
  const { found, slept } = await lookUp({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': '3' });
  expect(found).toMatchObject({ id: 'U0DEV' });
  expect(slept).toEqual([3000]);
});

it.each([
  ['missing_scope', /^Slack answered 200: missing_scope; add users:read and users:read.email to the scopes/],
  ['invalid_auth', /^Slack answered 200: invalid_auth; check to.botToken/],
])('says what a bot that may not ask needs: %s', async (error, told) => {
  await expect(lookUp({ ok: false, error })).rejects.toThrow(told);
});
