import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { checkConfig } from '../../shared/config/check-config.ts';
import { secret, slack, slackBot } from '../../shared/config/define-config.ts';
import { loadConfig } from '../../shared/config/load.ts';
import { signingKey } from '../../shared/destinations/webhook/webhook.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { ask } from '../ask.ts';
import { printJson } from '../json/print-json.ts';
import { addJsonOption, defaultConfig } from '../options.ts';
import { findExampleAddress } from '../own-config.ts';
import { listSecretUses } from '../secret-uses.ts';
import { suggest } from '../words/suggest.ts';
import { type Answers, destinationKinds, isLocal, writeConfig } from './config-text.ts';

interface InitOptions extends Partial<Record<Exclude<keyof Answers, 'bridges'>, string>> {
  readonly config: string;
  readonly bridge?: readonly string[];
  readonly json?: boolean;
}

const alarmKinds = ['none', ...destinationKinds];

export function addInitCommand(program: Command): void {
  addJsonOption(program.command('init'))
    .description('ask what a config needs, and write it; without a terminal, the options answer')
    .option('--config <file>', 'the config to write; never overwrites one', defaultConfig)
    .option('--url <address>', 'the address of your Bridge Data Access Service')
    .option('--token-variable <name>', 'the variable that holds its access token')
    .option('--bridge <id...>', 'the bridges to watch, by id or by an address that has the id')
    .addOption(new Option('--destination <type>', 'where digests go').choices(destinationKinds))
    .option('--channel <id>', "for slack-bot: the channel's id")
    .addOption(new Option('--alarms <type>', 'where alarms go, or none').choices(alarmKinds))
    .action(init);
}

async function init(options: InitOptions): Promise<void> {
  const { config: file, json } = options;
  const kept = await findKept(options);
  const answers = await readAnswers(options);
  if (kept !== null) await rename(file, kept);
  await writeFile(file, writeConfig(answers, file), { flag: 'wx' });
  const config = await loadConfig(file);
  const variables = listSecretUses(config).map(({ name, forms }) => {
    const made = forms.includes(signingKey) ? ': echo "whsec_$(openssl rand -base64 32)" makes one' : '';
    return { name, holds: `${forms.map((form) => form.name).join(' and ')}${made}` };
  });
  const next = suggest('doctor', { config: file });
  if (json) return printJson('init', { config: file, kept, variables, next });
  if (kept !== null) console.log(`Kept the example as ${kept}.`);
  console.log(`Wrote ${file}. Put these into the environment, or into a file .env beside it:`);
  for (const { name, holds } of variables) console.log(`  ${`${name}=…`.padEnd(30)} ${holds}`);
  if (answers.alarms === 'none')
    console.log('Nobody is told when something fails: alarms of the config changes that.');
  console.log(`Next: ${next}`);
}

/** Where the example goes that a clone has in the config's place; null for a free place. Throws if a config is there. */
async function findKept({ config: file }: InitOptions): Promise<string | null> {
  if (!/\.(ts|mjs)$/.test(file))
    throw new ConfigurationError([
      `--config: found ${JSON.stringify(file)}; name a file that ends in .ts or .mjs`,
    ]);
  if (!(await isThere(file))) return null;
  const kept = file.replace(/(\.\w+)$/, '.example$1');
  // Read, not imported: a module is loaded once, and the new one has the same name.
  const [, baseUrl = 'http://none'] = /baseUrl: '([^']*)'/.exec(await readFile(file, 'utf8')) ?? [];
  const isExample = URL.canParse(baseUrl) && findExampleAddress({ api: { baseUrl } }) !== null;
  if (isExample && !(await isThere(kept))) return kept;
  throw new ConfigurationError([
    `--config: ${file} is there already, and init overwrites nothing; edit it, or name another file`,
  ]);
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** What is wrong with an answer, and the fix. */
type Judge = (answer: string) => string | null;

async function readAnswers(options: InitOptions): Promise<Answers> {
  const problems: string[] = [];
  /** `initial`: taken for an empty answer, and without a terminal. */
  const answer = async (
    flag: string,
    text: string,
    given: string | undefined,
    judge: Judge,
    initial = '',
  ) => {
    const isAsked = given === undefined && process.stdin.isTTY;
    for (;;) {
      const typed = isAsked ? await ask(`${text}${initial && ` [${initial}]`}:`) : (given ?? initial);
      if (typed === null) throw new ConfigurationError(['init was stopped; nothing was written']);
      const found = typed.trim() || initial;
      const problem =
        found === '' && !isAsked ? 'is missing; without a terminal, this option answers' : judge(found);
      if (problem === null) return found;
      if (isAsked) console.error(`  ${problem}`);
      else {
        problems.push(`${flag}: ${problem}`);
        return found;
      }
    }
  };
  const oneOf = (kinds: readonly string[]) => (found: string) =>
    kinds.includes(found) ? null : `found ${JSON.stringify(found)}; write ${kinds.join(', ')}`;
  const judge = (field: string, as: (found: string) => Partial<Answers>) => (found: string) =>
    findProblem(field, as(found));

  const aboutUrl = judge('api.baseUrl', (url) => ({ url }));
  const url = await answer('--url', 'The address of your Bridge Data Access Service', options.url, aboutUrl);
  const aboutToken = judge('api.token.secret', (tokenVariable) => ({ tokenVariable }));
  const tokenText = 'The variable that holds its access token';
  const { tokenVariable: variable, destination: kind, alarms: told, channel: where } = options;
  const tokenVariable = await answer(
    '--token-variable',
    tokenText,
    variable,
    aboutToken,
    'BRIDGE_ACCESS_TOKEN',
  );
  const aboutBridges = judge('watch.bridges', (found) => ({ bridges: readIds(found) }));
  const bridgesText = 'The bridges to watch: ids, or addresses that have the id, with spaces between';
  const bridges = await answer('--bridge', bridgesText, options.bridge?.join(' '), aboutBridges);
  const destinationText = `Where digests go: ${destinationKinds.join(', ')}`;
  const destination = await answer('--destination', destinationText, kind, oneOf(destinationKinds));
  const alarmsText = `Where alarms go: ${alarmKinds.join(', ')}`;
  const alarms = await answer('--alarms', alarmsText, told, oneOf(alarmKinds), 'none');
  const aboutChannel = judge('routes[0].to', (channel) => ({ channel }));
  const channel = [destination, alarms].includes('slack-bot')
    ? await answer('--channel', "The Slack channel's id, such as C0123ABCD", where, aboutChannel)
    : '';
  if (problems.length > 0) throw new ConfigurationError([...problems, 'nothing was written']);
  return { url, tokenVariable, bridges: readIds(bridges), destination, alarms, channel };
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

/** What the config's own check finds wrong with a field that has this answer. */
function findProblem(field: string, given: Partial<Answers>): string | null {
  const { url = 'https://bridge.acme.dev', tokenVariable = 'X', bridges, channel } = given;
  const to = channel === undefined ? slack(secret('X')) : slackBot(secret('X'), channel);
  const input = {
    api: { baseUrl: url, token: { secret: tokenVariable } },
    watch: bridges === undefined ? { buyers: ['00000000-0000-4000-8000-000000000001'] } : { bridges },
    routes: [{ id: 'sales', when: 'immediately', to }],
    local: isLocal(url),
  };
  try {
    checkConfig(input);
    return null;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const about = error.problems.find((problem) => problem.startsWith(field.replace(/\.bridges$/, '')));
    return about?.slice(about.indexOf(': ') + 2) ?? null;
  }
}
