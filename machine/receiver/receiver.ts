import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import { listenOnLoopback, loopback } from './loopback-server.ts';

/** A message to this machine's receiver. */
export interface ReceivedMessage {
  readonly kind: 'slack' | 'webhook';
  /** False if its signature is missing or invalid. Slack's messages carry none. */
  readonly accepted: boolean;
}

export interface DemoReceiverOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `whsec_…`: the secret of the webhook's signatures. */
  readonly signingSecret: string;
  readonly onMessage: (message: ReceivedMessage) => void;
}

export type DemoReceiver = Awaited<ReturnType<typeof startDemoReceiver>>;

const largestBody = 1024 * 1024;

/** Stands in for Slack's incoming webhook and for a customer's webhook, on one loopback port. */
export async function startDemoReceiver({ port, signingSecret, onMessage }: DemoReceiverOptions) {
  // A secret, as with Slack, so a web page that guesses the port can't post.
  const slackPath = `/services/T00000000/B00000000/${randomUUID().replaceAll('-', '')}`;
  const isSigned = createVerifier(signingSecret);
  const app = new Hono();
  app.use(onlyLoopbackHosts((context) => context.text('unknown host', 403)));
  app.use(bodyLimit({ maxSize: largestBody, onError: (context) => context.text('payload too large', 413) }));
  app.post('/services/*', (context) => {
    if (context.req.path !== slackPath) return context.text('no_service', 404);
    onMessage({ kind: 'slack', accepted: true });
    return context.text('ok');
  });
  app.post('/webhook', async (context) => {
    const accepted = isSigned(await context.req.text(), context.req.header());
    onMessage({ kind: 'webhook', accepted });
    return accepted ? context.body(null, 204) : context.json({ error: 'the signature is invalid' }, 401);
  });
  const server = await listenOnLoopback(app, port);
  const origin = `http://${loopback}:${server.port}`;
  return { slackUrl: origin + slackPath, webhookUrl: `${origin}/webhook`, close: server.close };
}

/**
 * Verifies as a customer would, with Standard Webhooks' own package, so the pipeline's signatures are checked by
 * independent code.
 */
function createVerifier(
  signingSecret: string,
): (body: string, headers: Readonly<Record<string, string>>) => boolean {
  const webhook = new Webhook(signingSecret);
  return (body, headers) => {
    try {
      webhook.verify(body, { ...headers }, { jsonParse: false });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  };
}
