import { Hono } from 'hono';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import { listenOnLoopback, loopback } from '../../sandbox/http/loopback-server.ts';

/** Stands in for Slack's incoming webhook and for a customer's webhook, on one loopback port. It keeps nothing. */
export async function startDemoReceiver() {
  const slackPath = '/services/T00000000/B00000000/000000000000000000000000';
  const app = new Hono();
  app.use(onlyLoopbackHosts((context) => context.text('unknown host', 403)));
  app.post(slackPath, (context) => context.text('ok'));
  app.post('/webhook', (context) => context.body(null, 204));
  const server = await listenOnLoopback(app, 0);
  const origin = `http://${loopback}:${server.port}`;
  return { slackUrl: origin + slackPath, webhookUrl: `${origin}/webhook`, close: server.close };
}
