/**
 * The one file to edit. Signalpost checks it when a run starts and when CDK synthesizes the stacks: an error names
 * the field, the value that was found and the fix. docs/configuration.md explains every field; so does your editor.
 *
 * This file has the names of secrets only. On one machine `secret('X')` is the environment variable X, or its line
 * in `.env`. In the cloud it is what `signalpost secrets set X --stage STAGE` stored in Secrets Manager.
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
    // The ids of your bridges: every buyer in their rows is watched. A bridge's id is in its address in the service,
    // and is the `bridgeId` of each row that the API lists. This one is a placeholder.
    bridges: ['00000000-0000-4000-8000-000000000001'],
    // The ids of single buyers to watch too.
    buyers: [],
    every: '15 minutes',
    // The first read only records the existing signals. { sendLast: '7 days' } sends those of a period,
    // 'send-all' all of the last three months.
    firstRun: 'baseline',
  },

  // What your columns mean, by their names: only a deadline that stands here closes a signal. `signalpost init` and
  // `signalpost doctor` propose this block for your bridges.
  columns: {
    deadline: 'Due Date',
    money: 'Estimated Value',
    person: 'Decision Makers',
    owner: 'Account Owner',
    buyer: 'Buyer',
    stage: 'Stage',
    why: ['Why It Matters', 'Fit Analysis'],
  },

  // A hot signal's digest carries the buyer's summary. Hot are each buyer's top 3 by hotness, and every signal with a
  // match score of at least 80.
  hot: {
    topByHotness: 3,
    columns: [{ name: 'Match Score', atLeast: 80 }],
  },

  // The longest time that a hot signal waits for a summary that is still being generated.
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
      // "Polled 672 times, 41 new signals, 6 hot, …": tells a quiet week from a broken pipeline.
      heartbeat: mondaysAt('08:00', 'America/New_York'),
      // "Of 41 hot signals in 7 days, 12 were acted on, …", and the untouched ones before they close.
      recap: mondaysAt('08:00', 'America/New_York'),
      remind: ['7 days', '2 days'],
      // Nobody reads 200 signals in a channel. The digest shows the 20 hottest; `signalpost resend sales` sends the rest.
      flood: { over: 200, show: 20 },
    },
  ],

  // The destination of alarms, and an address for a mail if that fails. A stage called prod needs this, or alarms: 'none'.
  // alarms: { to: slack(secret('OPS_SLACK_WEBHOOK_URL')), email: 'ops@example.com' },
});
