import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { loadConfig } from '../../shared/config/load.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { formatWhen } from '../../shared/domain/times/format-time.ts';
import { type SecretScope, secretScopes } from '../../shared/runtime/environment.ts';
import { changedSuffix, type StoredSecrets } from '../../shared/runtime/secrets-manager.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { suggest } from '../../view/words/suggest.ts';
import { loadStageSecrets } from '../aws/place.ts';
import { ask } from '../input/ask.ts';
import { addStageOptions, print, type StageOptions } from '../input/options.ts';
import { findShapeProblem, listSecretUses, type SecretUse } from '../open/secret-uses.ts';

export function addCommands(program: Command): void {
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
  const secrets = await loadStageSecrets(stage);
  const done = [];
  for (const scope of use.scopes) done.push(await secrets.write(scope, name, value));
  const did = done.includes('created') ? 'created' : 'changed';
  const storedIn = use.scopes.map(secrets.idOf);
  const [is, next] =
    did === 'created' ? ['stored', ''] : ['changed', '; running functions read it within five minutes'];
  print(options, { name, storedIn, did }, [`${name} is ${is} in ${storedIn.join(' and ')}${next}.`]);
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

async function listSecrets(options: StageOptions): Promise<void> {
  const { stage } = options;
  const uses = listSecretUses(await loadConfig(options.config));
  const secrets = await loadStageSecrets(stage);
  const rowsOf = async (scope: SecretScope) =>
    listScope(secrets.idOf(scope), scope, uses, await secrets.read(scope));
  const rows = (await Promise.all(secretScopes.map(rowsOf))).flat();
  const lines = rows.map((one) => formatSecret(one, options));
  print(options, { stage, secrets: rows }, lines);
}

/** The secrets that the config needs in a scope, then those that it does not name. */
function listScope(storedIn: string, scope: SecretScope, uses: readonly SecretUse[], stored: StoredSecrets) {
  const needed = uses.filter(({ scopes }) => scopes.includes(scope));
  // A function takes a blank value for none.
  const kept = Object.keys(stored).filter((name) => !name.endsWith(changedSuffix) && stored[name]?.trim());
  return [...new Set([...needed.map(({ name }) => name), ...kept])].map((name) => {
    const usedBy = needed.find((one) => one.name === name)?.usedBy ?? [];
    const state = kept.includes(name) ? (usedBy.length > 0 ? 'there' : 'unused') : 'missing';
    const changed = stored[name + changedSuffix] ?? '';
    const changedAt = Number.isNaN(Date.parse(changed)) ? null : changed;
    return { name, storedIn, usedBy, state, changedAt } as const;
  });
}

type SecretRow = ReturnType<typeof listScope>[number];

function formatSecret(
  { name, storedIn, usedBy, state, changedAt }: SecretRow,
  options: StageOptions,
): string {
  const users = `(${usedBy.join(', ')})`;
  if (state === 'missing')
    return `${name} ${users}: is missing in ${storedIn}; to set it: ${suggest(`secrets set ${name}`, options)}`;
  const age =
    changedAt && `set ${changedAt.slice(0, 10)} (${formatWhen(Date.parse(changedAt), systemClock.now())})`;
  const found = `in ${storedIn}, ${age ?? 'not set by signalpost'}`;
  if (state === 'there') return `${name} ${users}: ${found}`;
  return `${name}: ${found}; this config does not use it there: you can remove it in Secrets Manager`;
}

function findUse(name: string, uses: readonly SecretUse[]): SecretUse {
  const use = uses.find((one) => one.name === name);
  if (use) return use;
  const names = uses.map((one) => one.name).join(', ');
  throw new ConfigurationError([
    `NAME: found ${JSON.stringify(name)}, which is not a secret of the config; it names ${names}`,
  ]);
}
