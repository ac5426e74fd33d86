import { parseEnv } from 'node:util';
import { type Secrets, SecretUnavailableError } from './secrets.ts';

export interface EnvironmentSecretsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of `.env`, or null when there is no such file. */
  readonly readDotEnv: () => Promise<string | null>;
}

/**
 * The secrets of a run on one machine: an environment variable, else its line in `.env`, which is read when first
 * needed and again when `fresh` is asked for. A blank variable counts as none. Spaces around a value are taken off.
 */
export function createEnvironmentSecrets({ environment, readDotEnv }: EnvironmentSecretsOptions): Secrets {
  let dotEnv: Promise<NodeJS.Dict<string>> | null = null;

  function readLines(fresh: boolean): Promise<NodeJS.Dict<string>> {
    if (dotEnv !== null && !fresh) return dotEnv;
    const reading = readDotEnv().then((text) => parseEnv(text ?? ''));
    dotEnv = reading;
    // A file that could not be read this time may be readable the next.
    reading.catch(() => {
      if (dotEnv === reading) dotEnv = null;
    });
    return reading;
  }

  return {
    async get(name, { fresh = false } = {}) {
      const variable = environment[name]?.trim();
      if (variable) return variable;
      const line = (await readLines(fresh))[name]?.trim();
      if (line) return line;
      const found = environment[name] === undefined && line === undefined ? 'is not set' : 'is blank';
      throw new SecretUnavailableError(
        name,
        `the secret ${name} ${found}; set the environment variable ${name}, or write the line ${name}=… into .env`,
      );
    },
  };
}
