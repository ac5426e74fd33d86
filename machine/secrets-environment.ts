import { parseEnv } from 'node:util';
import { SecretUnavailableError } from '../shared/domain/errors.ts';
import type { Secrets } from '../shared/runtime/secrets.ts';

export interface EnvironmentSecrets extends Secrets {
  /** `.env` may have another value, which the environment's hides. */
  hides(name: string): Promise<boolean>;
}

/**
 * Reads the secrets of a run on one machine: an environment variable, else a line in `.env`, which is read each time;
 * `readDotEnv` gives null without that file. A blank variable counts as unset. Outer spaces of a value are removed.
 */
export function createEnvironmentSecrets({
  environment,
  readDotEnv,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readDotEnv: () => Promise<string | null>;
}): EnvironmentSecrets {
  const readText = async () => (await readDotEnv()) ?? '';
  const lineIn = (text: string, name: string) => parseEnv(text)[name]?.trim();
  return {
    async hides(name) {
      const variable = environment[name]?.trim();
      const line = variable && lineIn(await readText(), name);
      return Boolean(line) && line !== variable;
    },
    async get(name) {
      const variable = environment[name]?.trim();
      if (variable) return variable;
      const text = await readText();
      const line = lineIn(text, name);
      if (line && isCut(name, text))
        throw new SecretUnavailableError(
          `the secret ${name} has a "#" in .env, where a comment begins; write its value in quotes, or a space in front of the "#"`,
        );
      if (line) return line;
      const found = environment[name] === undefined && line === undefined ? 'is not set' : 'is blank';
      throw new SecretUnavailableError(
        `the secret ${name} ${found}; set the environment variable ${name}, or write the line ${name}=… into .env`,
      );
    },
  };
}

/** A `#` stands in the value of a line without quotes: Node takes what is in front of it. */
function isCut(name: string, text: string): boolean {
  const line = `^\\s*(export\\s+)?${name}\\s*=\\s*`;
  return new RegExp(`${line}[^\\s'"\`#][^#\\r\\n]*(?<!\\s)#`, 'm').test(text);
}
