import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { describe, expect, inject, it } from 'vitest';
import { reportEntryPoints } from '../../build/api.ts';
import { functions } from '../../functions/wiring.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(projectRoot, 'dist/signalpost');
const { signalpost } = inject('packages');

describe('the package as it would be published', () => {
  it('is at most 6.5 MB', () => {
    expect(signalpost.unpackedBytes).toBeLessThan(6_500_000);
  });

  it('is well-formed in the eyes of publint', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('has types that every module resolution of an ES module finds', async () => {
    const attw = join(projectRoot, '.ci/tools/node_modules/@arethetypeswrong/cli/dist/index.js');
    const args = [attw, signalpost.tarball, '--profile', 'esm-only', '--no-definitely-typed'];
    const { stdout, code = 0 } = await promisify(execFile)(process.execPath, args).catch(
      (failure) => failure,
    );
    expect(stdout).toContain('"signalpost/bridge-api"');
    expect(code, stdout).toBe(0);
  });

  it('holds a bundle of one file for each function', () => {
    const names = Object.keys(functions).sort();
    expect(globSync('bundles/*/*', { cwd: folder }).sort()).toEqual(
      names.map((name) => `bundles/${name}/index.js`),
    );
  });

  it('has pages whose links all lead to files that it ships', () => {
    const pages = globSync('{*,docs/*}.md', { cwd: folder });
    const lost = pages.flatMap((page) => {
      const links = readFileSync(join(folder, page), 'utf8').matchAll(/\]\((?!\w+:)([^)#]+)/g);
      const targets = [...links].map(([, target = '']) => join(dirname(page), target));
      return targets.filter((target) => !existsSync(join(folder, target))).map((target) => [page, target]);
    });
    expect(pages).toContain('README.md');
    expect(lost).toEqual([]);
  });

  it('exports what docs/api shows: run `npm run api` and review the difference', { timeout: 300_000 }, () => {
    const written = mkdtempSync(join(tmpdir(), 'signalpost-api-'));
    try {
      reportEntryPoints(written);
      expect(readTexts(join(projectRoot, 'docs/api'))).toEqual(readTexts(written));
    } finally {
      rmSync(written, { recursive: true });
    }
  });
});

function readTexts(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );
}
