import { checkConfig } from '../../shared/config/check-config.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

/** As the project's own config begins: what is hot goes out at once, everything on weekday mornings. */
export function exampleConfig(): SignalpostConfig {
  const secret = (name: string) => ({ secret: name });
  return checkConfig({
    api: { baseUrl: 'https://bridge.example.com', token: secret('BRIDGE_ACCESS_TOKEN') },
    watch: { bridges: ['00000000-0000-4000-8000-000000000001'] },
    hot: { topByHotness: 3, columns: [{ name: 'Match Score', atLeast: 80 }] },
    routes: [
      {
        id: 'crm',
        match: { hot: true },
        when: 'immediately',
        to: {
          type: 'webhook',
          url: 'https://crm.example.com/hooks/signalpost',
          signingSecret: secret('DIGEST_SIGNING_SECRET'),
        },
      },
      {
        id: 'sales',
        when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
        to: { type: 'slack', webhookUrl: secret('SLACK_WEBHOOK_URL') },
        heartbeat: { cron: '0 8 ? * MON *', timezone: 'America/New_York' },
      },
    ],
  });
}
