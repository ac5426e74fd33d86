import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from './documents.ts';

const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');

/** Each on a line of its own, so that a finding's line says which it is about. */
const forbidden = [
  'export const now = Date.now();',
  'export const indirect = Date.now;',
  'export const globally = globalThis.Date.now();',
  'export const today = new Date();',
  'export const since = performance.now();',
  'export const chance = Math.random();',
  'export const id = crypto.randomUUID();',
  'setTimeout(() => undefined, 1);',
  'setInterval(() => undefined, 1);',
  'globalThis.setTimeout(() => undefined, 1);',
  "import { randomUUID } from 'node:crypto';",
  "import { setTimeout as sleep } from 'node:timers/promises';",
  "export type Hidden = import('./other.ts').Other;",
];

const permitted = [
  'export const given = new Date(0);',
  "export const parsed = Date.parse('2026-11-21');",
  "import { createHash } from 'node:crypto';",
  "import type { Other } from './other.ts';",
];

describe('time and chance come in through ports', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-lint-'));
    cpSync(join(projectRoot, 'biome.json'), join(directory, 'biome.json'));
    cpSync(join(projectRoot, '.biome'), join(directory, '.biome'), { recursive: true });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test.each(['functions/poll-signals/planted.ts', 'shared/domain/planted.ts', 'infra/planted.ts'])(
    'what reaches past them in %s is found by the linter, line for line',
    async (path) => {
      const lines = await findRestricted(directory, path, [...forbidden, ...permitted]);
      expect(lines).toEqual(forbidden.map((_, index) => index + 1));
    },
    60_000,
  );

  test('the clock of this machine may be read where the ports are made', async () => {
    const lines = await findRestricted(directory, 'shared/runtime/planted.ts', forbidden.slice(0, -1));
    expect(lines).toEqual([]);
  }, 60_000);
});

/** The numbers of the lines at which `npm run lint` finds something about clocks, chance or imports. */
async function findRestricted(directory: string, path: string, lines: readonly string[]) {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory }).catch(
    (failure: { readonly stdout: string }) => failure,
  );
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const found = diagnostics.filter(({ category }) => /^plugin$|noRestricted/.test(category));
  return [...new Set(found.map(({ location }) => location.start.line))].sort((a, b) => a - b);
}

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly start: { readonly line: number } };
}
