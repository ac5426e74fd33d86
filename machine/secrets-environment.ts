import { parseEnv } from 'node:util';
import { SecretUnavailableError } from '../shared/domain/errors.ts';
import type { Secrets } from '../shared/runtime/secrets.ts';

export interface EnvironmentSecretsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of `.env`, or null when there is no such file. */
  readonly readDotEnv: () => Promise<string | null>;
}

export interface EnvironmentSecrets extends Secrets {
  /** Whether `.env` has another value for it, which the environment's hides. */
  hides(name: string): Promise<boolean>;
}

/**
 * The secrets of a run on one machine: an environment variable, else a line in `.env`, which is read each time. A blank
 * variable counts as unset. Outer spaces of a value are removed.
 */
export function createEnvironmentSecrets({
  environment,
  readDotEnv,
}: EnvironmentSecretsOptions): EnvironmentSecrets {
  const readLine = async (name: string) => parseEnv((await readDotEnv()) ?? '')[name]?.trim();
  return {
    async hides(name) {
      const variable = environment[name]?.trim();
      const line = variable && (await readLine(name));
      return Boolean(line) && line !== variable;
    },
    async get(name) {
      const variable = environment[name]?.trim();
      if (variable) return variable;
      const line = await readLine(name);
      if (line) return line;
      const found = environment[name] === undefined && line === undefined ? 'is not set' : 'is blank';
      throw new SecretUnavailableError(
        `the secret ${name} ${found}; set the environment variable ${name}, or write the line ${name}=… into .env`,
      );
    },
  };
}
