import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import { listenOnLoopback, loopback } from './loopback-server.ts';

export interface DemoReceiverOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `whsec_…`: the secret of the webhook's signatures. */
  readonly signingSecret: string;
}

export type DemoReceiver = Awaited<ReturnType<typeof startDemoReceiver>>;

const largestBody = 1024 * 1024;

/** Stands in for Slack's incoming webhook and for a customer's webhook, on one loopback port. */
export async function startDemoReceiver({ port, signingSecret }: DemoReceiverOptions) {
  // A secret, as with Slack, so a web page that guesses the port can't post.
  const slackPath = `/services/T00000000/B00000000/${randomUUID().replaceAll('-', '')}`;
  const isSigned = createVerifier(signingSecret);
  const app = new Hono();
  app.use(onlyLoopbackHosts((context) => context.text('unknown host', 403)));
  app.use(bodyLimit({ maxSize: largestBody, onError: (context) => context.text('payload too large', 413) }));
  app.post(slackPath, (context) => context.text('ok'));
  app.post('/webhook', async (context) =>
    isSigned(await context.req.text(), context.req.header())
      ? context.body(null, 204)
      : context.json({ error: 'the signature is invalid' }, 401),
  );
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
