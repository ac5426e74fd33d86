import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as v from 'valibot';
import { apiSchema } from '../../shared/config/api-schema.ts';
import { destinationConfigs } from '../../shared/config/destination-schema.ts';
import { secretReference, uuids } from '../../shared/config/field-schemas.ts';
import { fix } from '../../shared/config/fields.ts';
import { loadConfig } from '../../shared/config/load.ts';
import { signingKey } from '../../shared/destinations/webhook/webhook.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { ask } from '../ask.ts';
import { addJsonOption, defaultConfig } from '../options.ts';
import { listSecretUses } from '../secret-uses.ts';
import { suggest } from '../words/suggest.ts';
import { type Answers, isLocal, writeConfig } from './config-text.ts';

interface InitOptions extends Partial<Readonly<Record<keyof Answers, string | readonly string[]>>> {
  readonly config: string;
  readonly json?: boolean;
}

interface Question {
  /** Of the option that answers it, too. */
  readonly flags: string;
  readonly text: string;
  /** Taken for an empty answer, and without a terminal. */
  readonly initial?: string;
  /** As the config's own check has it for this field. */
  readonly schema: v.GenericSchema<string, string>;
}

/** In the order in which they are asked. */
const questions: Readonly<Record<keyof Answers, Question>> = {
  url: {
    flags: '--url <address>',
    text: 'the address of your Bridge Data Access Service',
    schema: v.lazy((url) => apiSchema(isLocal(String(url))).entries.baseUrl),
  },
  tokenVariable: {
    flags: '--token-variable <name>',
    text: 'the variable that holds its access token',
    initial: 'BRIDGE_ACCESS_TOKEN',
    schema: secretReference().entries.secret,
  },
  bridge: {
    flags: '--bridge <id...>',
    text: 'the bridges to watch, by id or by an address that has the id',
    schema: v.pipe(
      v.string(fix('write at least one')),
      v.transform(readIds),
      uuids(),
      v.transform((ids) => ids.join(' ')),
    ),
  },
  destination: {
    flags: '--destination <type>',
    text: 'where digests go: slack, slack-bot, teams or webhook',
    schema: kindSchema('slack', 'slack-bot', 'teams', 'webhook'),
  },
  alarms: {
    flags: '--alarms <type>',
    text: 'where alarms go: none, slack, slack-bot, teams or webhook',
    initial: 'none',
    schema: kindSchema('none', 'slack', 'slack-bot', 'teams', 'webhook'),
  },
  channel: {
    flags: '--channel <id>',
    text: "for slack-bot: the channel's id",
    schema: v.unwrap(destinationConfigs.slack.schema(false).entries.channel),
  },
};

function kindSchema(...kinds: string[]): Question['schema'] {
  return v.picklist(kinds, fix(`write ${kinds.join(', ')}`));
}

export function addInitCommand(program: Command): void {
  const command = addJsonOption(program.command('init'))
    .description('ask what a config needs, and write it; without a terminal, the options answer')
    .option('--config <file>', 'the config to write; never overwrites one', defaultConfig);
  for (const { flags, text } of Object.values(questions)) command.option(flags, text);
  command.action(init);
}

async function init(options: InitOptions): Promise<void> {
  const { config: file, json } = options;
  const kept = await findKept(file);
  const answers = await readAnswers(options);
  if (kept !== null) await rename(file, kept);
  await writeFile(file, writeConfig(answers, file), { flag: 'wx' });
  const config = await loadConfig(file);
  const variables = listSecretUses(config).map(({ name, forms }) => {
    const made = forms.includes(signingKey) ? ': echo "whsec_$(openssl rand -base64 32)" makes one' : '';
    return { name, holds: `${forms.map((form) => form.name).join(' and ')}${made}` };
  });
  const next = suggest('doctor', { config: file });
  if (json) return console.log(JSON.stringify({ config: file, kept, variables, next }));
  if (kept !== null) console.log(`Kept the example as ${kept}.`);
  console.log(`Wrote ${file}. Put these into the environment, or into a file .env beside it:`);
  for (const { name, holds } of variables) console.log(`  ${`${name}=…`.padEnd(30)} ${holds}`);
  if (answers.alarms === 'none')
    console.log('Nobody is told when something fails: alarms of the config changes that.');
  console.log(`Next: ${next}`);
}

/** Where the example goes that a clone has in the config's place; null for a free place. Throws if a config is there. */
async function findKept(file: string): Promise<string | null> {
  if (!/\.(ts|mjs)$/.test(file))
    throw new ConfigurationError([
      `--config: found ${JSON.stringify(file)}; name a file that ends in .ts or .mjs`,
    ]);
  if (!existsSync(file)) return null;
  const kept = file.replace(/(\.\w+)$/, '.example$1');
  // Read, not imported: a module is loaded once, and the new one has the same name.
  const isExample = (await readFile(file, 'utf8')).includes("baseUrl: 'https://bridge.example.com'");
  if (isExample && !existsSync(kept)) return kept;
  throw new ConfigurationError([
    `--config: ${file} is there already, and init overwrites nothing; edit it, or name another file`,
  ]);
}

async function readAnswers(options: InitOptions): Promise<Answers> {
  const answers = { url: '', tokenVariable: '', bridge: '', destination: '', alarms: '', channel: '' };
  const problems: string[] = [];
  for (const name of Object.keys(questions) as (keyof Answers)[]) {
    if (name === 'channel' && ![answers.destination, answers.alarms].includes('slack-bot')) continue;
    const { flags, text, initial, schema } = questions[name];
    const given = options[name] && [options[name]].flat().join(' ');
    const isAsked = given === undefined && process.stdin.isTTY;
    for (let isAnswered = false; !isAnswered; ) {
      const typed = isAsked ? await ask(`${text}${initial ? ` [${initial}]` : ''}:`) : given;
      if (typed === null) throw new ConfigurationError(['init was stopped; nothing was written']);
      const { success, output, issues: [issue] = [] } = v.safeParse(schema, typed?.trim() || initial);
      if (success) answers[name] = output;
      else if (isAsked) console.error(`  ${issue?.message}`);
      else problems.push(`${flags.split(' ')[0]}: ${issue?.message}`);
      isAnswered = success || !isAsked;
    }
  }
  if (problems.length > 0) throw new ConfigurationError([...problems, 'nothing was written']);
  return answers;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The ids in a text. In an address, that of the bridge: the text's own words otherwise, for the error about them. */
function readIds(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    const [, ofBridge] = new RegExp(`bridges?/(${uuid.source})`, 'i').exec(word) ?? [];
    return ofBridge ?? uuid.exec(word)?.[0] ?? word;
  });
}
