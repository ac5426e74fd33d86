import { describe, expect, it } from 'vitest';
import { destinationOf } from '../../../message/destinations.ts';
import { createHttpPost } from '../../../message/send/http-post.ts';
import { createSender } from '../../../message/sender.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import { exampleOf } from '../../support/destinations/example-secrets.ts';
import { type Answer, startReceiver } from '../../support/destinations/receiver.ts';
import { writtenForms } from '../../support/destinations/written-forms.ts';
import { exampleDigest } from '../../support/examples/example-digest.ts';
import { closedAfterEach } from '../../support/opened-for-all.ts';

const secretPath = '/services/T0SECRET/B0SECRET/hunter2hunter2';

/** These settings with a receiver's address, as a secret or as they name it, and the examples of their other secrets. */
function aimAt(to: DestinationSettings, url: string) {
  const { addressOf, secretsOf } = destinationOf(to);
  const address = addressOf(to);
  const examples = Object.fromEntries(secretsOf(to).map(({ secret, form }) => [secret, exampleOf(form)]));
  if (typeof address !== 'string') return { to, secrets: { ...examples, [address.secret]: url } };
  return { to: { ...to, apiUrl: url }, secrets: examples };
}

const isBot = (to: DestinationSettings) => to.type === 'slack' && 'botToken' in to;

const forms = writtenForms.map((form) => [`${form.type} by ${Object.keys(form)[1]}`, form] as const);

/** What every kind does, over a real connection to a receiver on loopback. */
describe.each(forms)('the destination %s', (_, example: DestinationSettings) => {
  const taken = isBot(example) ? '{"ok":true,"channel":"C0123ABCD","ts":"1503435956.000247"}' : 'ok';
  const path = isBot(example) ? `${secretPath}/chat.postMessage` : secretPath;
  const closed = closedAfterEach();

  async function setUp(answers: readonly Answer[], timeoutMs = 20_000) {
    const receiver = closed(await startReceiver({ answers }));
    const { to, secrets } = aimAt(example, new URL(secretPath, receiver.url).href);
    const post = createHttpPost();
    const sender = createSender({
      post: (request) => post({ ...request, timeoutMs }),
      secret: async (name) => secrets[name] ?? '',
      clock: { now: Date.now, sleep: async () => {} },
      permitLocal: true,
    });
    const { digestId } = exampleDigest();
    const { body } = destinationOf(to).render(exampleDigest(), 'whole', to);
    return { receiver, body, secrets, send: () => sender.send({ digestId, body, to }) };
  }

  it('delivers the frozen bytes, once', async () => {
    const { receiver, body, send } = await setUp([{ status: 200, body: taken }]);

    const outcome = await send();

    expect(outcome).toMatchObject({ outcome: 'delivered', ambiguous: false, status: 200 });
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path });
    // A bot's channel stands in front of them.
    expect(request?.body.slice(isBot(example) ? '{"channel":"C0123ABCD",'.length : 1)).toBe(body.slice(1));
    expect(request?.headers['content-type']).toBe('application/json');
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const elsewhere = await setUp([]);
    const { send } = await setUp([{ status, headers: { location: elsewhere.receiver.url } }]);

    const outcome = await send();

    expect(outcome).toMatchObject({ outcome: 'retry', ambiguous: false, status });
    expect(elsewhere.receiver.requests).toEqual([]);
  });

  it.each<Answer>([{ cut: 'before-answer' }, { delayMs: 30_000 }])(
    'is ambiguous when the receiver took the request and does not answer (%j)',
    async (answer) => {
      const { receiver, send } = await setUp([answer], 500);

      expect(await send()).toMatchObject({ outcome: 'retry', ambiguous: true, status: null });
      expect(receiver.requests).toHaveLength(1);
    },
  );

  it.each<Answer>([
    { status: 400, body: `{"error":"bad payload at ${secretPath}"}` },
    { status: 403, body: `Forbidden: ${secretPath}` },
    { status: 410, body: secretPath },
    { status: 500, body: `<html>${secretPath}</html>` },
    { cut: 'before-answer' },
  ])('tells nothing of a body, an address or a secret in its outcome (%#)', async (answer) => {
    const { secrets, send } = await setUp([answer]);

    const told = JSON.stringify(await send());

    expect(told).not.toMatch(/SECRET|hunter2|Forbidden|payload|html/);
    for (const secret of Object.values(secrets)) expect(told).not.toContain(secret);
  });
});
