import { expect } from 'vitest';
import type { CliResult } from '../commands/cli.ts';
import { signingSecret, token } from '../commands/run-bench.ts';

/** In addresses and tokens of the tests, where they are secrets. */
export const wrongToken = 'wrong-77aa20c1f9';
export const secretPath = 'hook-5d1e';

/** The sentences on stderr; the lines of progress are none. */
export function sentences({ stderr }: CliResult): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('signalpost: '));
}

/** Neither a stack trace nor a secret, wherever it went. */
export function expectCivil(result: CliResult): void {
  expect(result.stderr).not.toMatch(/^\s+at .+:\d+:\d+/m);
  for (const secret of [token, wrongToken, signingSecret, signingSecret.slice(6, 30), secretPath]) {
    expect(result.stdout + result.stderr).not.toContain(secret);
  }
}
