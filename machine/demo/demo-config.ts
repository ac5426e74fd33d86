import { checkConfig } from '../../shared/config/check-config.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

export interface DemoAddresses {
  readonly api: string;
  readonly webhook: string;
  readonly bridges: readonly string[];
  readonly buyers: readonly string[];
}

/**
 * The config of `npm start`: it watches every bridge of the sandbox, sends all signals to Slack, and hot ones to a
 * webhook.
 */
export function demoConfig({ api, webhook, bridges, buyers }: DemoAddresses): SignalpostConfig {
  return checkConfig({
    api: { baseUrl: api, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    // With twelve new signals a minute for sixty buyers, the rows would soon name every buyer, so each tick polls
    // all.
    watch: { buyers, bridges, every: '1 minute', allEvery: '1 minute', firstRun: { sendLast: '1 day' } },
    hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] },
    summaries: { waitAtMost: '1 minute' },
    // Nobody is there, but without them a digest's names would lead nowhere.
    links: {
      buyer: 'https://app.example.com/buyers/{buyerId}',
      signal: 'https://app.example.com/bridges/{bridgeId}/rows/{rowId}',
    },
    routes: [
      {
        id: 'sales',
        match: {},
        when: 'immediately',
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
