import { checkConfig } from '../../../shared/config/check-config.ts';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';

/** A config with a route of each kind, with every default filled in. */
export const exampleConfig = checkConfig({
  api: { baseUrl: 'https://bridge.example.com', token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
  watch: { buyers: ['3f0c7f5e-9a57-4c8e-8a39-5a2f0d1c6b01'] },
  hot: { topByHotness: 3, columns: [{ name: 'Match Score', atLeast: 80 }] },
  routes: [
    {
      id: 'crm',
      match: { hot: true },
      when: 'immediately',
      to: {
        type: 'webhook',
        url: 'https://hooks.example.com/signals',
        signingSecret: { secret: 'DIGEST_SIGNING_SECRET' },
      },
    },
    {
      id: 'sales',
      when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
      to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
    },
  ],
});

/** With a teller of alarms and an address for a mail if that fails, both of which a config may do without. */
export const toldConfig: ConfigInput = {
  ...exampleConfig,
  alarms: {
    to: { type: 'slack', webhookUrl: { secret: 'ALARMS_SLACK_URL' } },
    email: 'ops@example.com',
    quietAfter: '3 days',
  },
};
