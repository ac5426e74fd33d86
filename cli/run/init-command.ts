import { existsSync } from 'node:fs';
import { access, constants, copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { signingKey } from '../../message/webhook/webhook.ts';
import { loadConfig } from '../../shared/config/load.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { defaultConfig, suggest } from '../../view/words/suggest.ts';
import { ask } from '../input/ask.ts';
import { addJsonOption, type PlaceOptions, print } from '../input/options.ts';
import { listSecretUses } from '../open/secret-uses.ts';
import { writeConfig } from './config-text.ts';
import { chooseColumns } from './init-columns.ts';
import { addQuestionOptions, askQuestions, type GivenAnswers } from './init-questions.ts';

export function addCommands(program: Command): void {
  const command = addJsonOption(program.command('init'))
    .description('ask what a config needs, and write it; without a terminal, the options answer')
    .option('--config <file>', 'the config to write; never overwrites one', defaultConfig);
  addQuestionOptions(command).action(init);
}

async function init(options: GivenAnswers & Pick<PlaceOptions, 'config' | 'json'>): Promise<void> {
  const { config: file } = options;
  const kept = await findKept(file);
  const answers = await askQuestions(options, ask);
  const proposed = await chooseColumns(answers, file, ask);
  const config = await placeConfig(file, writeConfig(answers, helpersFor(file), proposed), kept);
  const variables = listSecretUses(config).map(({ name, forms }) => {
    const made = forms.includes(signingKey) ? ': echo "whsec_$(openssl rand -base64 32)" makes one' : '';
    return { name, holds: `${forms.map((form) => form.name).join(' and ')}${made}` };
  });
  const next = suggest('doctor', { config: file });
  const { columns, found, notes } = proposed;
  const lines = [
    kept !== null && `Kept the example as ${kept}.`,
    `Wrote ${file}. Put these into the environment, or into a file .env beside it:`,
    ...variables.map(({ name, holds }) => `  ${`${name}=…`.padEnd(30)} ${holds}`),
    ...notes,
    columns.length === 0 && `Once ${next} can read them, it prints a block to paste.`,
    answers.alarms === 'none' && 'Nobody is told when something fails: alarms of the config changes that.',
    `Next: ${next}`,
    `Then see the last 7 days of your signals as a digest: ${suggest('preview --fresh', { config: file })}`,
  ].filter((line) => line !== false);
  print(options, { config: file, kept, variables, found, notes, next }, lines);
}

/** Writes a config that passes its check, and nothing otherwise. `kept`: the new name of the example in its place. */
export async function placeConfig(
  file: string,
  text: string,
  kept: string | null,
): Promise<SignalpostConfig> {
  const draft = join(dirname(file), `.${process.pid}.${basename(file)}`);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    const config = await loadConfig(draft).catch((error: unknown) => {
      if (!(error instanceof ConfigurationError)) throw error;
      // The draft is gone when the user reads its name.
      throw new ConfigurationError(
        error.problems.map((one) => one.replaceAll(basename(draft), basename(file))),
      );
    });
    if (kept !== null) await rename(file, kept);
    await copyFile(draft, file, constants.COPYFILE_EXCL);
    return config;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The new name of the example that a clone has in the config's place; null for a free place. Throws if a config is there. */
async function findKept(file: string): Promise<string | null> {
  if (!/\.(ts|mjs)$/.test(file))
    throw new ConfigurationError([
      `--config: found ${JSON.stringify(file)}; name a file that ends in .ts or .mjs`,
    ]);
  await access(dirname(file), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError([
      `--config: can't write into ${dirname(file)} (${error.code}); make that directory, or name another file`,
    ]);
  });
  if (!existsSync(file)) return null;
  const kept = file.replace(/(\.\w+)$/, '.example$1');
  // The text is read and not imported: a module is loaded once, and the new one has the same name.
  const text = await readFile(file, 'utf8').catch(() => '');
  const isExample = text.includes("baseUrl: 'https://bridge.example.com'");
  if (isExample && !existsSync(kept)) return kept;
  throw new ConfigurationError([
    `--config: ${file} is there already, and init overwrites nothing; edit it, or name another file`,
  ]);
}

/** The module that a config in this file imports its helpers from: the package, or their file in a clone. */
function helpersFor(file: string): string {
  const helpers = fileURLToPath(new URL('../../shared/config/define-config.ts', import.meta.url));
  if (helpers.includes(`${sep}node_modules${sep}`)) return 'signalpost';
  const path = relative(dirname(resolve(file)), helpers).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
