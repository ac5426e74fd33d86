import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenOnLoopback, type OpenedServer } from '../../support/loopback.ts';

const script = fileURLToPath(new URL('../../../build/release.ts', import.meta.url));

/** A project that was built, as a repository of its own, and a registry that has no package yet. */
describe('npm run release', () => {
  let project: string;
  let registry: OpenedServer;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
  const put = (file: string, text: string) => writeFileSync(join(project, file), text);
  const commit = () => {
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'change');
  };

  const older = '## 0.0.9 (2026-01-05)\n\nOlder.\n';

  beforeEach(async () => {
    registry = await listenOnLoopback(createServer((_, response) => response.writeHead(404).end('{}')));
    project = mkdtempSync(join(tmpdir(), 'signalpost-release-'));
    git('init', '--quiet');
    for (const name of ['signalpost', 'create-signalpost']) {
      mkdirSync(join(project, 'dist', name), { recursive: true });
      put(`dist/${name}/package.json`, JSON.stringify({ name, version: '0.1.0' }));
    }
    put('package.json', JSON.stringify({ name: 'signalpost', version: '0.1.0', private: true }));
    put('.gitignore', 'dist\n');
    put('CHANGELOG.md', `# Changelog\n\n## 0.1.0 (2026-12-01)\n\nThe first version.\n\n${older}`);
    commit();
  });
  afterEach(async () => {
    await registry.close();
    rmSync(project, { recursive: true });
  });

  async function release(...args: string[]) {
    const env = {
      ...process.env,
      npm_config_registry: registry.url,
      npm_config_cache: join(project, 'dist', 'cache'),
      GIT_AUTHOR_NAME: 'A',
      GIT_COMMITTER_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    const child = spawn(process.execPath, [script, ...args], { cwd: project, env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    const exitCode = await new Promise((resolve) => child.once('close', resolve));
    return { exitCode, stdout, stderr };
  }

  it('shows with --dry-run what would be published, and tags nothing', async () => {
    const { exitCode, stdout, stderr } = await release('--dry-run');

    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        '^signalpost@0\\.1\\.0: 1 files, .+\\ncreate-signalpost@0\\.1\\.0: 1 files, .+\\nSBOM: \\d+ bytes\\n\\n' +
          'The first version\\.\\n\\nv0\\.1\\.0 can be released: npm run release\\n$',
      ),
    );
    expect(git('tag', '--list')).toBe('');
  });

  it('names each reason not to release at once, each with its fix', async () => {
    put('CHANGELOG.md', '# Changelog\n\n## 0.1.0 (unreleased)\n\nThe first version.\n');
    put(
      'dist/create-signalpost/package.json',
      JSON.stringify({ name: 'create-signalpost', version: '0.0.9' }),
    );
    rmSync(join(project, 'dist', 'signalpost'), { recursive: true });
    git('tag', 'v0.1.0');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--allow-empty', '-qm', 'later');

    const { exitCode, stderr } = await release();

    expect(exitCode).toBe(1);
    expect(stderr.trim().split('\n- ')).toEqual([
      "v0.1.0 can't be released:",
      'the working tree has changes; commit or stash them:\nM CHANGELOG.md',
      'v0.1.0 is the tag of another commit; write the next version into package.json',
      'CHANGELOG.md: found 0.1.0 (unreleased); write ## 0.1.0 (YYYY-MM-DD), the day of the release',
      'dist/signalpost: found nothing, not 0.1.0; run npm run build',
      'dist/create-signalpost: found 0.0.9, not 0.1.0; run npm run build',
    ]);
    put('CHANGELOG.md', `# Changelog\n\n## 0.1.0 (2026-12-01)\n\n${older}`);
    expect((await release()).stderr).toContain('found no text under 0.1.0 (2026-12-01); write it');
    put('CHANGELOG.md', `# Changelog\n\n${older}`);
    expect((await release()).stderr).toContain('found nothing; write ## 0.1.0 (YYYY-MM-DD)');
  });

  it('writes the packages, the notes and the SBOM for a tag that is the version, and for no other', async () => {
    git('tag', 'v0.2.0');
    expect(await release('--write', 'dist/out')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('found version 0.1.0, but this commit has no tag v0.1.0'),
    });

    expect(await release()).toMatchObject({
      exitCode: 0,
      stdout: 'v0.1.0 is tagged; to publish it: git push origin v0.1.0\n',
    });
    expect((await release('--write', 'dist/out')).exitCode).toBe(0);
    const out = join(project, 'dist', 'out');
    expect(readdirSync(out).sort()).toEqual([
      'create-signalpost-0.1.0.tgz',
      'notes.md',
      'sbom.cdx.json',
      'signalpost-0.1.0.tgz',
    ]);
    expect(readFileSync(join(out, 'notes.md'), 'utf8')).toBe('The first version.');
    const sbom = JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8'));
    expect(sbom.metadata.component).toMatchObject({ name: 'signalpost', version: '0.1.0' });
  });
});
