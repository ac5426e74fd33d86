import { checkConfig } from '../../shared/config/check-config.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

export interface DemoAddresses {
  readonly api: string;
  readonly webhook: string;
  readonly bridges: readonly string[];
  readonly buyers: readonly string[];
}

/** What `npm start` runs: every bridge of the sandbox watched, a Slack route for all and a webhook for the hot. */
export function demoConfig({ api, webhook, bridges, buyers }: DemoAddresses): SignalpostConfig {
  return checkConfig({
    api: { baseUrl: api, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    // Twelve new signals a minute at sixty buyers: the rows would name everyone at each tick.
    watch: { buyers, bridges, every: '1 minute', allEvery: '1 minute', firstRun: { sendLast: '1 day' } },
    hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] },
    summaries: { waitAtMost: '1 minute' },
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
