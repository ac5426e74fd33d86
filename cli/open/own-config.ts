import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FunctionWiring } from '../../functions/wiring.ts';
import { createEnvironmentSecrets, type EnvironmentSecrets } from '../../machine/secrets-environment.ts';
import { loadConfig } from '../../shared/config/load.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError, SecretUnavailableError } from '../../shared/domain/errors.ts';
import type { PlaceOptions } from '../input/options.ts';
import { findShapeProblem, listSecretUses } from './secret-uses.ts';

export type ConfigFlags = Pick<PlaceOptions, 'config' | 'allowLocalDestinations'>;

/** Reads the config that `--config` names. Throws `ConfigurationError`. */
export function loadLocalConfig({ config, allowLocalDestinations }: ConfigFlags): Promise<SignalpostConfig> {
  return loadConfig(config, { permitLocal: allowLocalDestinations === true });
}

/** Also throws for the example's address: the access token must not be sent there. */
export async function loadOwnConfig(flags: ConfigFlags): Promise<SignalpostConfig> {
  const config = await loadLocalConfig(flags);
  const problem = findExampleAddress(config);
  if (problem !== null) throw new ConfigurationError([`${flags.config}: ${problem.found}; ${problem.fix}`]);
  return config;
}

/** A reserved host (RFC 2606), such as the one in the example config. */
const exampleHost = /(^|\.)example\.(com|net|org)$/;

export function findExampleAddress({ api }: { readonly api: Pick<SignalpostConfig['api'], 'baseUrl'> }) {
  if (!exampleHost.test(new URL(api.baseUrl).hostname)) return null;
  return {
    found: "api.baseUrl is still the example's",
    fix: 'write the address of your service into api.baseUrl, and your ids into watch',
  };
}

/** The environment, and the `.env` beside the config. */
export function localSecrets({ config }: Pick<ConfigFlags, 'config'>): EnvironmentSecrets {
  const file = join(dirname(config), '.env');
  return createEnvironmentSecrets({
    environment: process.env,
    readDotEnv: async () => {
      try {
        return decode(await readFile(file));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return null;
        const fix = 'make it a file that this user may read';
        throw new SecretUnavailableError(`${file}: could not be read (${code}); ${fix}`, { cause: error });
      }
    },
  });
}

/** Programs of Windows write a mark in front of a text, or two bytes for each letter. The decoder removes the mark. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/**
 * The own config and the secrets of a command that runs these functions. Reads each secret that they use, and checks its
 * format before anything is called, so that a bad secret fails at the start and not midway. Throws `ConfigurationError`.
 */
export async function loadOwn(flags: ConfigFlags, users: readonly Pick<FunctionWiring, 'secrets'>[]) {
  const config = await loadOwnConfig(flags);
  const secrets = localSecrets(flags);
  const wanted = users.flatMap(({ secrets: scopes }) => scopes);
  const uses = listSecretUses(config).filter(({ scopes }) => scopes.some((scope) => wanted.includes(scope)));
  const problems: string[] = [];
  for (const { name, forms } of uses) {
    try {
      const problem = findShapeProblem({ forms }, await secrets.get(name), config.local);
      if (problem !== null) problems.push(`secret ${name}: ${problem}`);
    } catch (error) {
      if (!(error instanceof SecretUnavailableError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { config, secrets };
}
