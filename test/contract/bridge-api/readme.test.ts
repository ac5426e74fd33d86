import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/serve.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

function readSnippet(): string {
  const readme = readFileSync(join(root, 'shared/bridge-api/README.md'), 'utf8');
  const [snippet, ...others] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
  if (snippet === undefined || others.length > 0) throw new Error('the README must hold one snippet in ts');
  return snippet;
}

describe('the snippet of the README, word for word', () => {
  // As the command starts it; its port is another, which the environment names.
  const world = { seed: 1, buyers: 60, bridges: 8, signals: 800 };
  const now = () => Date.parse('2026-11-21T08:00:00Z');
  const sandbox = openedForAll(() => startSandbox({ ...world, port: 0, now }));
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-readme-'));
    // What the README says that it needs, and nothing else.
    for (const part of ['shared/bridge-api', 'shared/domain', 'shared/runtime/system.ts']) {
      cpSync(join(root, part), join(directory, part), { recursive: true });
    }
    mkdirSync(join(directory, 'node_modules'));
    for (const name of ['valibot', '@types']) {
      symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name), 'junction');
    }
    cpSync(join(root, 'tsconfig.json'), join(directory, 'tsconfig.json'));
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    writeFileSync(join(directory, 'try.ts'), readSnippet());
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const runSnippet = (env: Record<string, string> = {}) =>
    run(process.execPath, ['try.ts'], { cwd: directory, env: { BRIDGE_URL: sandbox.url, ...env } });

  it('lists the first buyer of the sandbox, each signal with its score', async () => {
    const { stdout, stderr } = await runSnippet();

    const lines = stdout.trimEnd().split('\n');
    expect(stderr).toBe('');
    for (const line of lines) expect(line).toMatch(/^[^:]+: .+, match score (\d+|null)$/);
    expect(lines.some((line) => /score \d+$/.test(line))).toBe(true);
  });

  it('tells by an error class of the client what the service answered', async () => {
    await expect(runSnippet({ BRIDGE_ACCESS_TOKEN: 'wrong' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^listBuyerSignals: the service answered 401\b.*\n$/),
    });
  });

  it('passes the compiler', async () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');

    const { stdout } = await run(process.execPath, [tsc, '--noEmit', '-p', 'tsconfig.json'], {
      cwd: directory,
    }).catch((error: { stdout: string }) => error);

    expect(stdout).toBe('');
  });
});
