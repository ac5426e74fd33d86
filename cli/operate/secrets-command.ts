import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { loadConfig } from '../../shared/config/load.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import { cloudSecretName } from '../../shared/runtime/environment.ts';
import { ask } from '../ask.ts';
import type { SecretWritten, StageSecrets } from '../aws/stage-secrets.ts';
import { printJson } from '../json/print-json.ts';
import { addStageOptions, type StageOptions } from '../options.ts';
import { findShapeProblem, listSecretUses, type SecretUse } from '../secret-uses.ts';
import { suggest } from '../words/suggest.ts';

export function addSecretsCommand(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('the secrets of a deployed stage, in Secrets Manager');
  const add = (name: string, description: string): Command =>
    addStageOptions(secrets.command(name)).description(description);
  add(
    'set',
    "read a secret's value from the terminal (without echo) or from a pipe, check its format and store it",
  )
    .argument('<name>', "the secret's name in the config")
    .action(setSecret);
  add('list', 'list the secrets and their ages; never prints a value').action(listSecrets);
}

async function setSecret(name: string, options: StageOptions): Promise<void> {
  const { stage } = options;
  const config = await loadConfig(options.config);
  const use = findUse(name, listSecretUses(config));
  const value = await readValue(name);
  const problem = findShapeProblem(use, value, config.local);
  if (problem !== null)
    throw new ConfigurationError([`the value of ${name}: ${problem}; nothing was stored`]);
  const secrets = await openSecrets(stage);
  try {
    const did = await secrets.write(name, value);
    if (options.json) printJson('secrets set', { name, secret: cloudSecretName(stage, name), did });
    else console.log(`${cloudSecretName(stage, name)} is ${writtenWords[did]}.`);
  } finally {
    secrets.close();
  }
}

/**
 * Typed without echo at a terminal, else all that the pipe holds, without the one line end that `echo` and files add.
 * A value is never an argument, since a shell's history keeps those.
 */
async function readValue(name: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const value = await ask(`Value of ${name} (not shown):`, { silent: true });
  // The line end that was typed isn't echoed either.
  process.stderr.write('\n');
  if (value === null)
    throw new ConfigurationError([`the value of ${name}: none was given; nothing was stored`]);
  return value;
}

const writtenWords: Readonly<Record<SecretWritten, string>> = {
  created: 'stored',
  changed: 'changed; running functions read it within five minutes',
};

async function listSecrets(options: StageOptions): Promise<void> {
  const { stage } = options;
  const uses = listSecretUses(await loadConfig(options.config));
  const secrets = await openSecrets(stage);
  try {
    const rows = await Promise.all(uses.map(async (use) => row(use, await secrets.describe(use.name))));
    if (options.json) printJson('secrets list', { stage, secrets: rows });
    else for (const one of rows) console.log(tellSecret(one, options));
  } finally {
    secrets.close();
  }
}

function row({ name, usedBy }: SecretUse, found: Awaited<ReturnType<StageSecrets['describe']>>) {
  const changedAt = found?.changedAt ? isoTime(found.changedAt) : null;
  return { name, usedBy, state: found === null ? ('missing' as const) : ('there' as const), changedAt };
}

function tellSecret(
  { name, usedBy, state, changedAt }: ReturnType<typeof row>,
  options: StageOptions,
): string {
  const users = `(${usedBy.join(', ')})`;
  return state === 'there'
    ? `${name} ${users}: stored, last changed ${changedAt?.slice(0, 10) ?? 'on an unknown day'}`
    : `${name} ${users}: is missing; to set it: ${suggest(`secrets set ${name}`, options)}`;
}

async function openSecrets(stage: string): Promise<StageSecrets> {
  const { openStageSecrets } = await import('../aws/stage-secrets.ts');
  return openStageSecrets(stage);
}

function findUse(name: string, uses: readonly SecretUse[]): SecretUse {
  const use = uses.find((one) => one.name === name);
  if (use) return use;
  const names = uses.map((one) => one.name);
  const nearest = findNearest(name, names);
  const hint = nearest === null ? `the config names ${names.join(', ')}` : `did you mean ${nearest}?`;
  throw new ConfigurationError([
    `NAME: found ${JSON.stringify(name)}, which is not a secret of the config; ${hint}`,
  ]);
}
