import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageFile from '../../../package.json' with { type: 'json' };
import node24 from '../../../packages/node24/package.json' with { type: 'json' };
import { projectRoot, read } from '../../unit/house/documents.ts';

let bundle: string;
let directory: string;
beforeAll(() => {
  bundle = join(mkdtempSync(join(tmpdir(), 'signalpost-bundle-')), 'bin.mjs');
  buildSync({
    entryPoints: [join(projectRoot, 'create/bin.ts')],
    outfile: bundle,
    ...({ bundle: true, platform: 'node', target: 'node20', format: 'esm' } as const),
  });
});
afterAll(() => rmSync(join(bundle, '..'), { recursive: true }));
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-create-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const bridgeId = '1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13';
const answers = ['--url', 'https://bridge.acme.dev', '--bridge', bridgeId, '--destination', 'webhook'];

interface Created {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without a terminal. `machine` overrides properties of its `process`. */
function create(args: readonly string[], machine: Readonly<Record<string, string>> = {}): Promise<Created> {
  const lines = Object.entries(machine).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`,
  );
  // What Node 20 lacks.
  const setUp = `delete URL.parse; delete Promise.withResolvers; delete Map.groupBy; ${lines.join('')}`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(setUp)}`, bundle, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, node, { cwd: directory }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

const written = (path: string): string => readFileSync(join(directory, path), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

describe('`npm create signalpost FOLDER` without a terminal', () => {
  it('writes each file of a project, and says what comes next', async () => {
    const { exitCode, stdout, stderr } = await create(['my-alerts', ...answers], { version: 'v24.11.0' });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(filesOf('my-alerts')).toEqual(
      [
        '.env.example',
        '.gitignore',
        '.npmrc',
        'README.md',
        'cdk.json',
        'deploy.yml',
        'package.json',
        'signalpost.config.ts',
        'tsconfig.json',
      ].sort(),
    );
    for (const line of ['cd my-alerts', 'npm install', 'npm start']) expect(stdout).toContain(`\n  ${line}`);
    expect(written('my-alerts/.npmrc')).toBe('ignore-scripts=true\n');
    expect(
      written('my-alerts/.env.example')
        .split('\n')
        .filter((line) => !line.startsWith('#')),
    ).toEqual(['BRIDGE_ACCESS_TOKEN=', 'WEBHOOK_URL=', 'WEBHOOK_SIGNING_SECRET=', '']);
    expect(stdout).not.toContain('Node 24');
    expect(stdout).not.toContain('.gitignore, or');
    const config = written('my-alerts/signalpost.config.ts');
    expect(config).toContain("from 'signalpost'");
    expect(config).toContain(`'${bridgeId}'`);
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      written('my-alerts/package.json'),
    );
    expect(dependencies).toEqual({ signalpost: packageFile.version });
    expect(optionalDependencies).toBeUndefined();
    // The app of the package loads no rules: they are a clone's.
    expect(Object.keys(devDependencies)).not.toContain('cdk-nag');
  });

  it('names in the README the secrets that the config names', async () => {
    await create(['my-alerts', ...answers]);

    const readme = written('my-alerts/README.md');
    const names = ['BRIDGE_ACCESS_TOKEN', 'WEBHOOK_URL', 'WEBHOOK_SIGNING_SECRET'];
    const setNames = [...readme.matchAll(/^ {3}npx signalpost secrets set (\w+) --stage dev$/gm)];
    expect(setNames.map(([, name]) => name)).toEqual(names);
    expect(readme).toMatch(/^# my-alerts$/m);
  });

  it('changes nothing when it runs again, and asks nothing', async () => {
    await create(['my-alerts', ...answers]);
    writeFileSync(join(directory, 'my-alerts/signalpost.config.ts'), 'export default {};');

    const again = await create(['my-alerts']);

    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(again.stdout).toBe('my-alerts has all files of a project already; nothing was changed.\n');
    expect(written('my-alerts/signalpost.config.ts')).toBe('export default {};');
  });

  it('keeps the files that are there, and adds the others', async () => {
    mkdirSync(join(directory, 'my-alerts'));
    writeFileSync(join(directory, 'my-alerts/README.md'), 'mine');
    // A .gitignore of another kind of project does not keep the secrets out.
    writeFileSync(join(directory, 'my-alerts/.gitignore'), 'dist/\r\n/node_modules/\r\n');

    const { stdout } = await create(['my-alerts', ...answers]);

    expect(stdout).toContain('Kept as they were: .gitignore, README.md.');
    expect(stdout).toContain('Add to .gitignore, or git takes them: cdk.out/, .signalpost/, .env.');
    expect(written('my-alerts/README.md')).toBe('mine');
    expect(existsSync(join(directory, 'my-alerts/cdk.json'))).toBe(true);
  });

  it.each([
    ['no folder', [], 'folder: is missing; name it'],
    ['a file in its place', ['taken', ...answers], 'folder: taken is a file'],
    ["another project's folder", ['.', ...answers], "folder: package.json is another project's"],
    [
      'a wrong answer',
      ['new', ...answers.slice(0, 5), 'pigeon'],
      '--destination: found "pigeon"; write one of slack',
    ],
    ['no bridge', ['new', '--url', 'https://bridge.acme.dev'], '--bridge: is missing; write at least one'],
    ['an unknown option', ['new', ...answers, '--brigde', 'x'], "unknown option '--brigde'"],
  ])('refuses %s, and writes nothing', async (_, args, problem) => {
    writeFileSync(join(directory, 'taken'), '');
    writeFileSync(join(directory, 'package.json'), '{ "name": "another" }');

    const { exitCode, stdout, stderr } = await create(args);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(problem);
    expect(filesOf('.')).toEqual(['package.json', 'taken']);
  });
});

describe('a project that is created on a Node older than 24', () => {
  const machine = { version: 'v20.20.2', platform: 'linux', arch: 'x64' };

  it("brings the repository's own Node 24 where npm has one", async () => {
    const { stdout } = await create(['.', ...answers], machine);

    expect(stdout).toContain('Signalpost needs Node 24, and this is v20.20.2: npm install brings Node 24');
    const { optionalDependencies } = JSON.parse(written('package.json'));
    expect(optionalDependencies).toEqual(node24.optionalDependencies);
  });

  it('says to install Node 24 where npm has none', async () => {
    const { stdout } = await create(['.', ...answers], { ...machine, platform: 'darwin', arch: 'arm64' });

    expect(stdout).toContain('Install Node 24 first: https://nodejs.org');
    expect(JSON.parse(written('package.json')).optionalDependencies).toBeUndefined();
  });
});

describe('the files of a project', () => {
  it("have the repository's jobs to deploy, and a check of their own", async () => {
    await create(['.', ...answers]);

    const own = parse(written('.github/workflows/deploy.yml'));
    // A project has no source of its own to lint.
    const { check, fast: _, ...jobs } = parse(read('.github/workflows/deploy.yml')).jobs;
    expect(own.jobs).toEqual({ check: expect.anything(), ...jobs });
    const uses = (job: { steps: { uses?: string }[] }) => job.steps.flatMap(({ uses }) => uses ?? []);
    for (const action of uses(own.jobs.check)) expect(uses(check)).toContain(action);
    expect(own.permissions).toEqual({});
    const { scripts } = JSON.parse(written('package.json'));
    const called = [...written('.github/workflows/deploy.yml').matchAll(/npm run (?:-s )?(\w+)/g)];
    for (const [, script] of called) expect(Object.keys(scripts)).toContain(script);
  });

  it('take the versions of the packages that this repository is tested with', async () => {
    await create(['.', ...answers]);

    const { devDependencies } = JSON.parse(written('package.json'));
    expect(Object.keys(devDependencies)).toHaveLength(5);
    expect(packageFile.devDependencies).toMatchObject(devDependencies);
  });
});
