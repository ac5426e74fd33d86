import { afterEach, expect, it, vi } from 'vitest';
import { paint } from '../../../../view/words/paint.ts';

const wasTerminal = process.stdout.isTTY;
afterEach(() => {
  vi.unstubAllEnvs();
  process.stdout.isTTY = wasTerminal;
});

it.each([
  ['on a terminal', true, '\u001b[31mfailed\u001b[39m'],
  ['in a pipe', false, 'failed'],
])('words %s', (_, isTerminal, shown) => {
  process.stdout.isTTY = isTerminal;
  vi.stubEnv('FORCE_COLOR', undefined);
  expect(paint('bad', 'failed')).toBe(shown);
});
