import { type FormName, formHelpers, writtenForms } from '../../shared/config/destination-schema.ts';
import type { ProposedHot } from '../../view/columns/propose-hot.ts';
import { quote, writeHot } from '../../view/words/columns-text.ts';
import { type Answers, isLocal } from './init-questions.ts';

export interface Proposals {
  /** Lines of TypeScript. */
  readonly columns: readonly string[];
  readonly hot: ProposedHot | null;
}

/** The lines that the config has where nobody could propose `columns`. */
const columnsLater = [
  '// What your columns mean: `signalpost doctor` prints a block to paste here. Without it, nothing closes.',
];

/** The rule of `hot` where no column tells signals apart. */
const hotByPlace = [
  "// Hot is each buyer's first by hotness. After the first run, `signalpost bridges BRIDGE` lists the columns that can",
  "// decide instead, such as: columns: [{ name: 'Match Score', atLeast: 80 }].",
  'hot: { topByHotness: 1 },',
];

const sent = {
  all: ["// All signals of these buyers are sent. For those of these bridges alone: only: 'these bridges'."],
  these: ['// Other signals of these buyers are not sent. Without it, all are.', "only: 'these bridges',"],
};

/** The config of these answers as TypeScript. `helpers`: the module that exports `defineConfig`. */
export function writeConfig(answers: Answers, helpers: string, proposals: Partial<Proposals> = {}): string {
  const { url, tokenVariable, bridge, signals, destination, timezone, alarms, channel } = answers;
  const { columns = [], hot = null } = proposals;
  const ids = bridge.split(' ').map((id) => `      ${quote(id)},\n`);
  return `/**
 * The config of Signalpost. Your editor explains every field. This file has the names of secrets only:
 * \`secret('X')\` is the environment variable X, or its line in the \`.env\` beside this file.
 */
import { defineConfig, secret, ${formHelpers}, weekdaysAt } from ${quote(helpers)};

export default defineConfig({
  api: {
    baseUrl: ${quote(url)},
    token: secret(${quote(tokenVariable)}),
  },

  watch: {
    // Every buyer in the rows of these bridges is watched.
    bridges: [
${ids.join('')}    ],
${sent[signals].map((line) => `    ${line}\n`).join('')}    every: '15 minutes',
    // The first read only records the signals that are there. { sendLast: '7 days' } sends those of a period.
    firstRun: 'baseline',
  },

${(columns.length === 0 ? columnsLater : columns).map((line) => `  ${line}\n`).join('')}
${(hot === null ? hotByPlace : writeHot(hot)).map((line) => `  ${line}\n`).join('')}
  routes: [
    {
      id: 'sales',
      // Or 'immediately': within a minute.
      when: weekdaysAt('08:00', ${quote(timezone)}),
      to: ${codeOf(destination, '', channel)},
      // Of more than 200 signals at once, the 20 hottest are sent, and \`signalpost resend\` sends the rest.
      flood: { over: 200, show: 20 },
    },
  ],

  alarms: ${alarms === 'none' ? "'none'" : `{ to: ${codeOf(alarms, 'ALARMS_', channel)} }`},
${isLocal(url) ? '\n  // Permits plain http and addresses on this machine.\n  local: true,\n' : ''}});
`;
}

function codeOf(form: FormName, prefix: string, channel: string): string {
  return writtenForms[form].write((name) => `secret('${prefix}${name}')`, channel);
}
