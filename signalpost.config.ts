/**
 * The one file to edit. It is checked when the run starts and when the app is synthesized: an error names the
 * field, what it found and the mend. Hover over a field to read what it means.
 *
 * Secrets stand here by their name alone. On one machine `secret('X')` is the environment variable X, or its line
 * in `.env`; in the cloud it is the Secrets Manager secret `signalpost/STAGE/X`.
 */
import {
  defineConfig,
  mondaysAt,
  secret,
  slack,
  webhook,
  weekdaysAt,
} from './shared/config/define-config.ts';

export default defineConfig({
  api: {
    // The address of your Bridge Data Access Service, without /api/external.
    baseUrl: 'https://bridge.example.com',
    token: secret('BRIDGE_ACCESS_TOKEN'),
  },

  watch: {
    // The ids of your bridges: every buyer in their rows is watched. You find a bridge's id in its address in the
    // service, and as `bridgeId` in each row that the API lists. This one is a placeholder.
    bridges: ['00000000-0000-4000-8000-000000000001'],
    // Single buyers besides, by `buyerId`.
    buyers: [],
    every: '15 minutes',
    // The first reading only notes what is there. { sendLast: '7 days' } sends a part of it,
    // 'send-all' all of the last three months.
    firstRun: 'baseline',
  },

  // A hot signal's digest carries the buyer's summary. Here: the three hottest of a buyer, and every signal whose
  // column says at least 80.
  hot: {
    topByHotness: 3,
    columns: [{ name: 'Match Score', atLeast: 80 }],
  },

  // A summary may still be being generated when its signal arrives. The digest waits for it at most so long.
  summaries: { waitAtMost: '10 minutes' },

  routes: [
    {
      id: 'crm',
      match: { hot: true },
      when: 'immediately',
      to: webhook({
        url: 'https://crm.example.com/hooks/signalpost',
        signingSecret: secret('DIGEST_SIGNING_SECRET'),
      }),
    },
    {
      id: 'sales',
      when: weekdaysAt('08:00', 'America/New_York'),
      to: slack(secret('SLACK_WEBHOOK_URL')),
      // "Polled 672 times, 41 new signals, 6 hot, …": so that a quiet week is known to be one.
      heartbeat: mondaysAt('08:00', 'America/New_York'),
      // Nobody reads two hundred signals in a channel: it shows the hottest, and `signalpost release sales` the rest.
      flood: { over: 200, show: 20, rest: 'hold' },
    },
  ],

  // Of a deployed stage: who is told when something is wrong, and by mail when that fails.
  // alarms: { to: slack(secret('OPS_SLACK_WEBHOOK_URL')), email: 'ops@example.com' },
});
