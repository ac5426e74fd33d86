import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadConfig } from '../shared/config/load.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import type { Secrets } from '../shared/runtime/secrets.ts';
import { SecretUnavailableError } from '../shared/runtime/secrets.ts';
import { createEnvironmentSecrets } from '../shared/runtime/secrets-environment.ts';
import { stageNamePattern } from '../shared/runtime/stage-names.ts';
import { systemClock } from '../shared/runtime/system.ts';
import { findShapeProblem } from './secrets/secret-shape.ts';
import { listSecretUses } from './secrets/secret-uses.ts';

export interface CommonOptions {
  readonly config: string;
  readonly state: string;
}

/** Adds the two options that mean the same in every command. */
export function addCommonOptions(command: Command): Command {
  return addStateOption(
    command.option('--config <file>', 'the config: .ts, .mjs or .json', 'signalpost.config.ts'),
  );
}

export function addStateOption(command: Command): Command {
  return command.option('--state <dir>', 'the directory that keeps the state on this machine', '.signalpost');
}

/** The options of a command that works on this machine's state or on a deployed stage's. */
export interface PlaceOptions extends CommonOptions {
  readonly stage?: string;
  readonly json?: boolean;
  readonly allowLocalDestinations?: boolean;
}

/** For commands that read or change a ledger, here or in the cloud. `--state` together with `--stage` is an error. */
export function addPlaceOptions(command: Command): Command {
  return addCommonOptions(command)
    .addOption(stageOption().conflicts('state'))
    .option('--json', 'print one JSON object on stdout')
    .option('--allow-local-destinations', 'permit plain http and loopback addresses in the config');
}

export function stageOption(
  description = 'work on this deployed stage with your AWS credentials, not on --state',
): Option {
  return new Option('--stage <name>', description).argParser(readStageName);
}

/** Appended to a command that the output suggests, so that it works on the same state: ` --stage prod`, or nothing. */
export function atStage({ stage }: Pick<PlaceOptions, 'stage'>): string {
  return stage === undefined ? '' : ` --stage ${stage}`;
}

/** For commander: a name that a stage can have. */
function readStageName(text: string): string {
  if (stageNamePattern.test(text)) return text;
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}; give 1 to 20 lower-case letters, digits or hyphens that begin with a letter.`,
  );
}

export function loadLocalConfig(
  options: CommonOptions & { readonly allowLocalDestinations?: boolean },
): Promise<SignalpostConfig> {
  return loadConfig(options.config, { permitLocal: options.allowLocalDestinations === true });
}

/** The environment and `.env` of the working directory. */
export function localSecrets(): Secrets {
  return createEnvironmentSecrets({
    environment: process.env,
    clock: systemClock,
    readDotEnv: async () => {
      try {
        return await readFile('.env', 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  });
}

/**
 * Reads each secret and checks its format before anything is called, so that a bad secret fails at the start and not
 * midway. Throws `ConfigurationError`.
 */
export async function checkSecrets(
  names: readonly string[],
  secrets: Secrets,
  config: SignalpostConfig,
): Promise<void> {
  const problems: string[] = [];
  for (const { name, forms } of listSecretUses(config).filter((use) => names.includes(use.name))) {
    try {
      const problem = findShapeProblem({ forms }, await secrets.get(name), config.local);
      if (problem !== null) problems.push(`secret ${name}: ${problem}`);
    } catch (error) {
      if (!(error instanceof SecretUnavailableError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/** For commander: a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `Found ${JSON.stringify(text)}; give a whole number from ${least} to ${most}.`,
    );
  };
}
