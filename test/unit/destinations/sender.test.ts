import { describe, expect, it } from 'vitest';
import type { HttpPost, PostAnswer, PostRequest } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

const now = Date.parse('2026-11-21T08:00:00.700Z');
const oldKey = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const newKey = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK_URL' } };
const webhook: DestinationSettings = {
  type: 'webhook',
  url: { secret: 'HOOK_URL' },
  signingSecret: { secret: 'SIGNING_KEY' },
};

class SecretGoneError extends Error {
  readonly code = 'SECRET_UNAVAILABLE';
}

/** Secrets as a cache and its source hold them: `fresh` reads the source, anything else the cache. */
function setUp(options: {
  cached: Record<string, string>;
  source?: Record<string, string>;
  answers: (Partial<PostAnswer> | Error)[];
  /** How long each reading of a secret takes. */
  secretMs?: number;
}) {
  const posts: PostRequest[] = [];
  const freshReads: string[] = [];
  const post: HttpPost = async (request) => {
    const answer = options.answers[posts.length];
    posts.push(request);
    if (answer === undefined) throw new Error('one more attempt than the test expects');
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, body: '', ...answer };
  };
  let at = now;
  const secret = async (name: string, { fresh = false } = {}) => {
    at += options.secretMs ?? 0;
    if (fresh) freshReads.push(name);
    const value = (fresh ? (options.source ?? options.cached) : options.cached)[name];
    if (value === undefined) throw new SecretGoneError(`the secret ${name} is not set`);
    return value;
  };
  const clock = { now: () => at, sleep: async () => {} };
  const sender = createSender({ post, secret, clock, permitLocal: false });
  const send = (to: DestinationSettings, notAfter?: number) =>
    sender.send({ digestId: 'msg_1', body: '{"a":"é"}', to, notAfter });
  return { posts, freshReads, send };
}

const hookSecrets = { HOOK_URL: 'https://hook.example/in', SIGNING_KEY: oldKey };

describe('sending a digest', () => {
  it('posts the frozen bytes with id, timestamp and signature to a webhook', async () => {
    const { posts, send } = setUp({ cached: hookSecrets, answers: [{ status: 204 }] });

    const outcome = await send(webhook);

    expect(outcome).toMatchObject({ outcome: 'delivered', status: 204 });
    expect(posts[0]).toMatchObject({
      body: '{"a":"é"}',
      timeoutMs: 20_000,
      permitLocal: false,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'signalpost',
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(now / 1_000)),
      },
    });
    expect(posts[0]?.url.href).toBe('https://hook.example/in');
    expect(posts[0]?.headers['webhook-signature']).toMatch(/^v1,[\w+/]+=$/);
  });

  it.each([
    [{ status: 202 }, 'accepted by Teams (202)'],
    [{ status: 200, body: '<!doctype html><title>Sign in</title>' }, 'answered 200 with an HTML page'],
  ])(
    'says of a flow of Teams that it accepted a message, not that people see it (%#)',
    async (answer, reason) => {
      const { send } = setUp({ cached: { TEAMS_URL: 'https://flow.example/in' }, answers: [answer] });

      expect(await send({ type: 'teams', webhookUrl: { secret: 'TEAMS_URL' } })).toMatchObject({
        outcome: 'delivered',
        reason,
      });
    },
  );

  it('posts to the secret address of Slack, unsigned, whatever white space is around the secret', async () => {
    const { posts, send } = setUp({
      cached: { SLACK_URL: ' https://hooks.example/services/T/B/x\n' },
      answers: [{}],
    });

    await send(slack);

    expect(posts[0]?.url.href).toBe('https://hooks.example/services/T/B/x');
    expect(Object.keys(posts[0]?.headers ?? {})).toEqual(['content-type', 'user-agent']);
  });

  it('calls nobody if the preparation took too long, and says that the attempt did not begin', async () => {
    const inTime = setUp({ cached: hookSecrets, answers: [{ status: 204 }], secretMs: 30_000 });
    const tooLate = setUp({ cached: hookSecrets, answers: [], secretMs: 45_000 });

    expect(await inTime.send(webhook, now + 65_000)).toMatchObject({ outcome: 'delivered' });
    const outcome = await tooLate.send(webhook, now + 65_000);

    expect(outcome).toMatchObject({ outcome: 'retry', notBegun: true, ambiguous: false, status: null });
    expect(tooLate.posts).toEqual([]);
  });

  it.each([401, 403])(
    'asks for the secrets again after a %i, and sends once more when one has changed',
    async (status) => {
      const { posts, freshReads, send } = setUp({
        cached: hookSecrets,
        source: { ...hookSecrets, SIGNING_KEY: newKey },
        answers: [{ status }, { status: 200 }],
      });

      const outcome = await send(webhook);

      expect(outcome.outcome).toBe('delivered');
      expect(freshReads).toEqual(['HOOK_URL', 'SIGNING_KEY']);
      expect(posts.map((one) => one.headers['webhook-id'])).toEqual(['msg_1', 'msg_1']);
      expect(posts[1]?.headers['webhook-signature']).not.toBe(posts[0]?.headers['webhook-signature']);
    },
  );

  it('sends once only when the fresh secrets are the same', async () => {
    const { posts, freshReads, send } = setUp({ cached: hookSecrets, answers: [{ status: 401 }] });

    expect(await send(webhook)).toMatchObject({ outcome: 'retry', status: 401 });
    expect(freshReads).toHaveLength(2);
    expect(posts).toHaveLength(1);
  });

  it('asks again before it says that a destination is gone, since its address may have been replaced', async () => {
    const { posts, send } = setUp({
      cached: { SLACK_URL: 'https://hooks.example/old' },
      source: { SLACK_URL: 'https://hooks.example/new' },
      answers: [{ status: 404, body: 'no_service' }, { status: 200 }],
    });

    expect((await send(slack)).outcome).toBe('delivered');
    expect(posts.map((one) => one.url.pathname)).toEqual(['/old', '/new']);
  });

  it.each([200, 301, 404, 429, 500])('asks for no secret again after a %i', async (status) => {
    const { freshReads, send } = setUp({ cached: hookSecrets, answers: [{ status }] });

    await send(webhook);

    expect(freshReads).toEqual([]);
  });

  it('tries again later when a secret is missing, and names it', async () => {
    const { posts, send } = setUp({ cached: { HOOK_URL: 'https://hook.example/in' }, answers: [] });

    const outcome = await send(webhook);

    expect(outcome).toMatchObject({ outcome: 'retry', ambiguous: false, status: null });
    expect(outcome.reason).toContain('SIGNING_KEY');
    expect(posts).toEqual([]);
  });

  it('keeps the first outcome when a secret can not be read again', async () => {
    const { send } = setUp({ cached: hookSecrets, source: {}, answers: [{ status: 401 }] });

    const outcome = await send(webhook);

    expect(outcome).toMatchObject({ outcome: 'retry', status: 401 });
    expect(outcome.reason).toContain('HOOK_URL');
  });

  it.each([
    ['a signing key that is none', { ...hookSecrets, SIGNING_KEY: 'hunter2hunter2' }, webhook, 'SIGNING_KEY'],
    ['an address that is none', { SLACK_URL: 'hooks.example/hunter2hunter2' }, slack, 'SLACK_URL'],
  ])('tries again later on %s, naming the secret but not its value', async (_, cached, to, name) => {
    const { posts, freshReads, send } = setUp({ cached, answers: [] });

    const outcome = await send(to);

    expect(outcome).toMatchObject({ outcome: 'retry', ambiguous: false, status: null });
    expect(outcome.reason).toContain(`secret ${name}`);
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(freshReads).toContain(name);
    expect(posts).toEqual([]);
  });

  it("lets a programmer's error through", async () => {
    const { send } = setUp({ cached: hookSecrets, answers: [new TypeError('a bug')] });

    await expect(send(webhook)).rejects.toThrow('a bug');
  });
});
