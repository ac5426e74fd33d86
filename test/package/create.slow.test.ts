import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newcomersEnvironment } from '../support/commands/newcomer.ts';
import { signingSecret, startRunBench, token } from '../support/commands/run-bench.ts';
import { runCommand } from '../support/commands/run-command.ts';
import { openedForAll } from '../support/opened-for-all.ts';

const { signalpost, 'create-signalpost': creator } = inject('packages');
const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
let directory: string;
let project: string;

const env = newcomersEnvironment();
const run = (command: string, cwd = project) => runCommand('bash', ['-c', command], { cwd, env });

// On a Node older than 24, if the machine's is: so it is in CI.
describe('a project that npm creates', () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-created-'));
    project = join(directory, 'my-alerts');
    const [bridge] = bench.bridgeIds;
    const answers = `--url ${bench.sandbox.url} --bridge ${bridge} --destination webhook`;
    const creating = `npm exec --yes --package=${creator.tarball} -- create-signalpost my-alerts`;
    await run(`${creating} --signalpost ${signalpost.tarball} ${answers}`, directory);
    await run('npm install');
  }, 600_000);
  // 500 MB of packages.
  afterAll(() => rmSync(directory, { recursive: true }), 120_000);

  it('runs the demonstration by npm start, and a digest arrives', { timeout: 120_000 }, async () => {
    const npm = spawn('npm', ['start', '--', '--page-port', '0'], { cwd: project, env, detached: true });
    const ended = new Promise((resolve) => npm.once('close', resolve));
    try {
      let delivered: string[] = [];
      while (delivered.length === 0) {
        expect(npm.exitCode).toBeNull();
        await sleep(1_000);
        const told = await run('npx signalpost history --state .signalpost/demo || true');
        delivered = told.split('\n').filter((line) => line.includes('delivered'));
      }
      expect(delivered[0]).toMatch(/sales|crm/);
    } finally {
      // As Ctrl-C does: npm and the program below it.
      process.kill(-Number(npm.pid), 'SIGINT');
      await ended;
    }
  });

  it('passes doctor once the values of its .env.example are written', { timeout: 60_000 }, async () => {
    const values: Readonly<Record<string, string>> = {
      BRIDGE_ACCESS_TOKEN: token,
      WEBHOOK_URL: bench.inbox.urlOf('crm'),
      WEBHOOK_SIGNING_SECRET: signingSecret,
    };
    const example = readFileSync(join(project, '.env.example'), 'utf8');
    const filled = example.replace(/^(\w+)=$/gm, (line, name: string) => `${line}${values[name]}`);
    writeFileSync(join(project, '.env'), filled);

    expect(await run('npx signalpost doctor')).toContain('All checks passed');
  });

  it('synthesizes its stacks, and passes the check of its workflow', { timeout: 120_000 }, async () => {
    await run('npx cdk synth --quiet');
    await run('npm run check');

    expect(existsSync(join(project, 'cdk.out/signalpost-dev-state.template.json'))).toBe(true);
  });

  it('has the roles of the deploy pipeline where its README says', () => {
    const readme = readFileSync(join(project, 'README.md'), 'utf8');
    const [, template = ''] = /--template-file (\S+)/.exec(readme) ?? [];
    expect(readFileSync(join(project, template), 'utf8')).toContain('DeployRoleArn');
  });
});
