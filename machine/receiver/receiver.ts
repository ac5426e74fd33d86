import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback-hosts.ts';
import { listenOnLoopback, loopback } from './loopback-server.ts';
import type { ReceivedMessage } from './received-message.ts';
import { rememberIds } from './seen-ids.ts';
import { digestIdOf, judgeSlackMessage, parseJson } from './slack-message.ts';
import { createVerifier } from './webhook-verifier.ts';

export type { ReceivedMessage } from './received-message.ts';

export interface DemoReceiverOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `whsec_…`: the secret of the webhook's signatures. */
  readonly signingSecret: string;
  readonly onMessage: (message: ReceivedMessage) => void;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface DemoReceiver {
  readonly slackUrl: string;
  readonly webhookUrl: string;
  close(): Promise<void>;
}

const largestBody = 1024 * 1024;

/**
 * Stands in for Slack's incoming webhook and for a customer's webhook, on one loopback port. Answers as they do.
 * `onMessage` gets every accepted message, and every message without a valid signature.
 */
export async function startDemoReceiver(options: DemoReceiverOptions): Promise<DemoReceiver> {
  // The path is a secret, as with Slack, so a web page that guesses the port can't post.
  const slackPath = `/services/T00000000/B00000000/${randomUUID().replaceAll('-', '')}`;
  const app = createReceiverApp({ now: Date.now, ...options }, slackPath);
  const server = await listenOnLoopback(app, options.port);
  const origin = `http://${loopback}:${server.port}`;
  return { slackUrl: origin + slackPath, webhookUrl: `${origin}/webhook`, close: server.close };
}

function createReceiverApp(options: Required<DemoReceiverOptions>, slackPath: string): Hono {
  const app = new Hono();
  app.use(onlyLoopbackHosts((context) => context.text('unknown host', 403)));
  app.use(bodyLimit({ maxSize: largestBody, onError: (context) => context.text('payload too large', 413) }));
  takeSlackMessages(app, slackPath, options);
  takeWebhooks(app, options);
  return app;
}

function takeSlackMessages(
  app: Hono,
  slackPath: string,
  { onMessage, now }: Required<DemoReceiverOptions>,
): void {
  const seen = rememberIds(10_000);
  app.post('/services/*', async (context) => {
    if (context.req.path !== slackPath) return context.text('no_service', 404);
    const verdict = judgeSlackMessage(await context.req.text());
    if (!verdict.ok) return context.text(verdict.code, verdict.status);
    const digestId = digestIdOf(verdict.message);
    const duplicate = digestId !== null && seen(digestId);
    onMessage({ at: now(), kind: 'slack', body: verdict.message, digestId, signature: 'none', duplicate });
    return context.text('ok');
  });
}

function takeWebhooks(app: Hono, { signingSecret, onMessage, now }: Required<DemoReceiverOptions>): void {
  const verify = createVerifier(signingSecret);
  const seen = rememberIds(10_000);
  app.post('/webhook', async (context) => {
    const body = await context.req.text();
    const id = context.req.header('webhook-id');
    const signature = verify({
      body,
      id,
      timestamp: context.req.header('webhook-timestamp'),
      signature: context.req.header('webhook-signature'),
    });
    if (signature !== 'valid' || id === undefined) {
      const digestId = id ?? null;
      onMessage({ at: now(), kind: 'webhook', body: null, digestId, signature, duplicate: false });
      return context.json({ error: 'the signature is invalid' }, 401);
    }
    const parsed = parseJson(body);
    if (parsed === undefined) return context.json({ error: 'the body is not JSON' }, 400);
    // A repeated id gets the same answer: a sender that missed our answer must be able to stop.
    onMessage({ at: now(), kind: 'webhook', body: parsed, digestId: id, signature, duplicate: seen(id) });
    return context.body(null, 204);
  });
}
