import { describe, expect, it } from 'vitest';
import type { HttpPost, PostAnswer, PostRequest } from '../../../message/send/http-post.ts';
import { createSender } from '../../../message/sender.ts';
import { secret, webhook as webhookOf } from '../../../shared/config/define-config.ts';
import { SecretUnavailableError } from '../../../shared/domain/errors.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

const now = Date.parse('2026-11-21T08:00:00.700Z');
const key = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK_URL' } };
const webhook = webhookOf({ url: secret('HOOK_URL'), signingSecret: secret('SIGNING_KEY') });

function setUp(options: {
  secrets: Record<string, string>;
  answers: (Partial<PostAnswer> | Error)[];
  /** How long each reading of a secret takes. */
  secretMs?: number;
}) {
  const posts: PostRequest[] = [];
  const post: HttpPost = async (request) => {
    const answer = options.answers[posts.length];
    posts.push(request);
    if (answer === undefined) throw new Error('one more attempt than the test expects');
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, body: '', ...answer };
  };
  let at = now;
  const readSecret = async (name: string) => {
    at += options.secretMs ?? 0;
    const value = options.secrets[name];
    if (value === undefined) throw new SecretUnavailableError(`the secret ${name} is not set`);
    return value;
  };
  const clock = { now: () => at, sleep: async () => {} };
  const sender = createSender({ post, secret: readSecret, clock, permitLocal: false });
  const send = (to: DestinationSettings, notAfter?: number) =>
    sender.send({ digestId: 'msg_1', body: '{"a":"é"}', to, notAfter });
  return { posts, send };
}

const hookSecrets = { HOOK_URL: 'https://hook.example/in', SIGNING_KEY: key };

describe('sending a digest', () => {
  it('posts the frozen bytes with id, timestamp and signature to a webhook', async () => {
    const { posts, send } = setUp({ secrets: hookSecrets, answers: [{ status: 204 }] });

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

  it('says of a flow of Teams that it accepted a message, not that people see it', async () => {
    const { send } = setUp({ secrets: { TEAMS_URL: 'https://flow.example/in' }, answers: [{ status: 202 }] });

    expect(await send({ type: 'teams', webhookUrl: { secret: 'TEAMS_URL' } })).toMatchObject({
      outcome: 'delivered',
      reason: 'accepted by Teams (202)',
    });
  });

  it('calls nobody if the preparation took too long, and says that the attempt did not begin', async () => {
    const inTime = setUp({ secrets: hookSecrets, answers: [{ status: 204 }], secretMs: 30_000 });
    const tooLate = setUp({ secrets: hookSecrets, answers: [], secretMs: 45_000 });

    expect(await inTime.send(webhook, now + 65_000)).toMatchObject({ outcome: 'delivered' });
    const outcome = await tooLate.send(webhook, now + 65_000);

    expect(outcome).toMatchObject({ outcome: 'retry', notBegun: true, ambiguous: false, status: null });
    expect(tooLate.posts).toEqual([]);
  });

  it('reads the secrets again for each digest, whatever white space is around them', async () => {
    const secrets: Record<string, string> = { SLACK_URL: 'https://hooks.example/old' };
    const { posts, send } = setUp({ secrets, answers: [{ status: 404, body: 'no_service' }, {}] });

    expect((await send(slack)).outcome).toBe('gone');
    secrets.SLACK_URL = ' https://hooks.example/new\n';
    expect((await send(slack)).outcome).toBe('delivered');
    expect(posts.map((one) => one.url.pathname)).toEqual(['/old', '/new']);
    expect(Object.keys(posts[1]?.headers ?? {})).toEqual(['content-type', 'user-agent']);
  });

  it.each<[string, Record<string, string>, DestinationSettings, string]>([
    ['a secret that is missing', { HOOK_URL: 'https://hook.example/in' }, webhook, 'SIGNING_KEY'],
    ['a signing key that is none', { ...hookSecrets, SIGNING_KEY: 'hunter2hunter2' }, webhook, 'SIGNING_KEY'],
    ['an address that is none', { SLACK_URL: 'hooks.example/hunter2hunter2' }, slack, 'SLACK_URL'],
  ])('tries again later on %s, naming the secret but not its value', async (_, secrets, to, name) => {
    const { posts, send } = setUp({ secrets, answers: [] });

    const outcome = await send(to);

    expect(outcome).toMatchObject({ outcome: 'retry', ambiguous: false, status: null });
    expect(outcome.reason).toContain(`secret ${name}`);
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(posts).toEqual([]);
  });

  it("lets a programmer's error through", async () => {
    const { send } = setUp({ secrets: hookSecrets, answers: [new TypeError('a bug')] });

    await expect(send(webhook)).rejects.toThrow('a bug');
  });
});
