import { findTimezoneProblem } from '../../shared/config/check-times.ts';
import { isLoopbackHost } from '../../shared/domain/routes/destination-url.ts';
import { quote } from '../words/columns-text.ts';

/** What `init` asks for. `bridge`: ids with spaces between. `alarms` can be `none`, `channel` is for `slack-bot` alone. */
export type Answers = Readonly<
  Record<'url' | 'tokenVariable' | 'bridge' | 'destination' | 'alarms' | 'channel', string>
>;

/** A service on this machine, such as the sandbox. */
export function isLocal(url: string): boolean {
  return isLoopbackHost(URL.parse(url)?.hostname ?? '');
}

/** The lines that the config has where nobody could propose `columns`. */
const columnsLater = [
  '// What your columns mean: `signalpost doctor` prints a block to paste here. Without it, nothing closes.',
];

/** The config of these answers as TypeScript. `helpers`: the module that exports `defineConfig`. `columns`: lines of it. */
export function writeConfig(answers: Answers, helpers: string, columns: readonly string[] = []): string {
  const { url, tokenVariable, bridge, destination, alarms, channel } = answers;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `/**
 * The config of Signalpost. Your editor explains every field. This file has the names of secrets only:
 * \`secret('X')\` is the environment variable X, or its line in the \`.env\` beside this file.
 */
import { defineConfig, secret, slack, slackBot, teams, webhook, weekdaysAt } from ${quote(helpers)};

export default defineConfig({
  api: {
    baseUrl: ${quote(url)},
    token: secret(${quote(tokenVariable)}),
  },

  watch: {
    // Every buyer in the rows of these bridges is watched.
    bridges: [
${bridge
  .split(' ')
  .map((id) => `      ${quote(id)},\n`)
  .join('')}    ],
    every: '15 minutes',
    // The first read only records the signals that are there. { sendLast: '7 days' } sends those of a period.
    firstRun: 'baseline',
  },

${(columns.length === 0 ? columnsLater : columns).map((line) => `  ${line}\n`).join('')}
  // Hot are each buyer's top 3 by hotness. After the first run, \`signalpost bridges BRIDGE\` lists the columns that
  // can decide too, such as: columns: [{ name: 'Match Score', atLeast: 80 }].
  hot: { topByHotness: 3 },

  routes: [
    {
      id: 'sales',
      // Or 'immediately': within a minute.
      when: weekdaysAt('08:00', ${quote(findTimezoneProblem(zone) === null ? zone : 'UTC')}),
      to: ${codeOf(destination, '', channel)},
      // Of more than 200 signals at once, the 20 hottest are sent, and \`signalpost resend\` sends the rest.
      flood: { over: 200, show: 20 },
    },
  ],

  alarms: ${alarms === 'none' ? "'none'" : `{ to: ${codeOf(alarms, 'ALARMS_', channel)} }`},
${isLocal(url) ? '\n  // Permits plain http and addresses on this machine.\n  local: true,\n' : ''}});
`;
}

function codeOf(kind: string, prefix: string, channel: string): string {
  const named = (name: string) => `secret('${prefix}${name}')`;
  if (kind === 'slack-bot') return `slackBot(${named('SLACK_BOT_TOKEN')}, ${quote(channel)})`;
  if (kind === 'slack') return `slack(${named('SLACK_WEBHOOK_URL')})`;
  if (kind === 'teams') return `teams(${named('TEAMS_WEBHOOK_URL')})`;
  return `webhook({ url: ${named('WEBHOOK_URL')}, signingSecret: ${named('WEBHOOK_SIGNING_SECRET')} })`;
}
