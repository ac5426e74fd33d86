import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import { listenOnLoopback } from '../../sandbox/http/loopback-server.ts';
import { type Sandbox, startSandbox } from '../../sandbox/serve.ts';
import { checkConfig } from '../../shared/config/check-config.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { LocalState } from '../pipeline/open-state.ts';
import { createEnvironmentSecrets } from '../secrets-environment.ts';
import { type DemoClock, liveThroughPast } from './demo-past.ts';

export type DemoWorld = Awaited<ReturnType<typeof startDemoWorld>>;

/** Signals arrive about every five seconds: enough to watch, and not too many to read. */
const signalsAMinute = 12;

/** Starts both ends of the pipeline on this machine: the service that it reads and the destinations that it delivers to. */
export async function startDemoWorld(state: LocalState, clock: DemoClock) {
  const isNew = (await state.ledger.polls.readNews(systemClock.now())).tickAt === null;
  if (!isNew) clock.jump(Number.POSITIVE_INFINITY);
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const receiver = await startDemoReceiver();
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    buyers: 60,
    bridges: 8,
    signals: 800,
    now: clock.now,
    isDated: true,
    rate: signalsAMinute,
  });
  const config = demoConfig(sandbox, receiver.webhookUrl);
  const secrets = createEnvironmentSecrets({
    environment: {
      BRIDGE_ACCESS_TOKEN: sandbox.token,
      SLACK_WEBHOOK_URL: receiver.slackUrl,
      DIGEST_SIGNING_SECRET: signingSecret,
    },
    readDotEnv: async () => null,
  });
  if (isNew) await liveThroughPast({ config, secrets, state, clock, arrive: sandbox.arrive });
  return {
    config,
    secrets,
    addresses: [
      ['the Bridge API (sandbox)', sandbox.url],
      ['Slack (simulated)', new URL(receiver.slackUrl).origin],
      ['webhook (simulated)', receiver.webhookUrl],
    ] as const,
    close: async (): Promise<void> => {
      await sandbox.close();
      await receiver.close();
    },
  };
}

/**
 * Watches every bridge of the sandbox, sends all signals to Slack at once, tenders and contracts there in the morning,
 * and hot ones to a webhook.
 */
function demoConfig({ url, world }: Sandbox, webhook: string): SignalpostConfig {
  return checkConfig({
    api: { baseUrl: url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    // Twelve new signals a minute would soon name each of sixty buyers, so each tick polls all.
    watch: {
      buyers: world.buyers.map(({ buyerId }) => buyerId),
      bridges: world.bridges.map(({ bridgeId }) => bridgeId),
      every: '1 minute',
      allEvery: '1 minute',
      firstRun: { sendLast: '1 day' },
    },
    columns: {
      deadline: 'Due Date',
      date: ['Held On', 'Next Meeting', 'Starts On', 'Expires On'],
      money: ['Estimated Value', 'Annual Value', 'Budget'],
      person: 'Decision Makers',
      post: 'Post',
      owner: 'Account Owner',
      buyer: 'Buyer',
      stage: 'Stage',
      why: ['Fit Analysis', 'Why It Matters', 'Renewal Outlook', 'Background', 'Gist'],
    },
    hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] },
    summaries: { waitAtMost: '1 minute' },
    // Nobody is at these addresses, but without them a digest's names would lead nowhere.
    links: {
      buyer: 'https://app.example.com/buyers/{buyerId}',
      signal: 'https://app.example.com/bridges/{bridgeId}/rows/{rowId}',
    },
    routes: [
      {
        id: 'sales',
        match: {},
        when: 'immediately',
        // Ten minutes stand for a week: people act on a row of the sandbox every five seconds.
        recap: { cron: '0/10 * * * ? *', timezone: 'UTC' },
        to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
      },
      {
        id: 'morning',
        match: { bridges: ['Tenders', 'Contract ends'] },
        when: { cron: '0 8 * * ? *', timezone: 'UTC' },
        to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
      },
      {
        id: 'crm',
        match: { hot: true },
        when: 'immediately',
        to: { type: 'webhook', url: webhook, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } },
      },
    ],
    local: true,
  });
}

/** Stands in for Slack's incoming webhook and for a customer's webhook, on one loopback port. It keeps nothing. */
export async function startDemoReceiver() {
  const slackPath = '/services/T00000000/B00000000/000000000000000000000000';
  const app = new Hono();
  app.use(onlyLoopbackHosts((context) => context.text('unknown host', 403)));
  app.post(slackPath, (context) => context.text('ok'));
  app.post('/webhook', (context) => context.body(null, 204));
  const { url, close } = await listenOnLoopback(app, 0);
  return { slackUrl: url + slackPath, webhookUrl: `${url}/webhook`, close };
}
