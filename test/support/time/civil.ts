import { expect } from 'vitest';
import type { CliResult } from '../commands/cli.ts';
import { signingSecret, token } from '../commands/run-bench.ts';

/** In addresses of the tests, where it is a secret. */
export const secretPath = 'hook-5d1e';

/** The sentences on stderr; the lines of progress are none. */
export function sentences({ stderr }: CliResult): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('signalpost: '));
}

/** Neither a stack trace nor a secret, wherever it went. */
export function expectCivil(result: CliResult): void {
  expect(result.stderr).not.toMatch(/^\s+at .+:\d+:\d+/m);
  for (const secret of [token, signingSecret, signingSecret.slice(6, 30), secretPath]) {
    expect(result.stdout + result.stderr).not.toContain(secret);
  }
}
