import { parseEnv } from 'node:util';
import type { Clock } from '../domain/clock.ts';
import { SecretUnavailableError } from '../domain/errors.ts';
import { type Secrets, secretKeptForMs } from './secrets.ts';

export interface EnvironmentSecretsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of `.env`, or null when there is no such file. */
  readonly readDotEnv: () => Promise<string | null>;
  readonly clock: Pick<Clock, 'now'>;
}

interface KeptLines {
  readonly lines: Promise<NodeJS.Dict<string>>;
  readonly readAt: number;
}

/**
 * The secrets of a run on one machine: an environment variable, else a line in `.env`. The file is read when first
 * needed, and again after five minutes or for `fresh`. A blank variable counts as unset. Outer spaces of a value are
 * removed.
 */
export function createEnvironmentSecrets({
  environment,
  readDotEnv,
  clock,
}: EnvironmentSecretsOptions): Secrets {
  let kept: KeptLines | null = null;

  function readLines(fresh: boolean): Promise<NodeJS.Dict<string>> {
    const now = clock.now();
    if (kept !== null && !fresh && now - kept.readAt < secretKeptForMs && now >= kept.readAt)
      return kept.lines;
    const reading = { lines: readDotEnv().then((text) => parseEnv(text ?? '')), readAt: now };
    kept = reading;
    // Not cached if it fails: the file may be readable the next time.
    reading.lines.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.lines;
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
