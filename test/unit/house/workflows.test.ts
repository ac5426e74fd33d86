import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../../cli/program.ts';
import { functions } from '../../../functions/wiring.ts';
import { read } from './documents.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': unknown };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const deploy = parse(read('.github/workflows/deploy.yml')) as Workflow;
const release = parse(read('.github/workflows/release.yml')) as Workflow;
const job = (name: string, { jobs } = deploy): Job => jobs[name] as Job;
const permissionsOf = ({ jobs }: Workflow) =>
  Object.fromEntries(Object.entries(jobs).map(([name, { permissions }]) => [name, permissions]));

// zizmor, in CI, looks at what else an attacker could use.
describe('the deploy pipeline', () => {
  it('gives each job the least that it needs', () => {
    expect(permissionsOf(deploy)).toEqual({
      fast: { contents: 'read' },
      check: { contents: 'read' },
      diff: { contents: 'read', 'id-token': 'write' },
      comment: { 'pull-requests': 'write' },
      dev: { contents: 'read', 'id-token': 'write' },
      prod: { contents: 'read', 'id-token': 'write' },
    });
  });

  it('takes a role in the environment that the role trusts, and nowhere else', () => {
    for (const [name, environment] of Object.entries({ diff: 'dev-diff', dev: 'dev', prod: 'prod' })) {
      expect(job(name).environment).toBe(environment);
    }
    expect(job('check').environment).toBeUndefined();
    expect(job('comment').environment).toBeUndefined();
    expect(job('comment').steps.some(({ run }) => run !== undefined)).toBe(false);
  });

  it('goes from the check over dev to prod, on main alone', () => {
    expect(job('dev')).toMatchObject({
      needs: 'check',
      if: expect.stringContaining("github.ref == 'refs/heads/main'"),
    });
    expect(job('prod').needs).toBe('dev');
    expect(job('prod').if).toBeUndefined();
    expect(job('prod').steps).toEqual(job('dev').steps);
  });

  it('never cuts a deploy short, and never runs two of a stage at once', () => {
    for (const stage of ['dev', 'prod']) {
      expect(job(stage).concurrency).toEqual({ group: `deploy-${stage}`, 'cancel-in-progress': false });
    }
  });

  it("shows no fork's change to a role", () => {
    expect(job('diff').if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  });
});

const { commands } = await createProgram();

describe('the commands of the deploy pipeline', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const steps = Object.values(deploy.jobs).flatMap(({ steps }) => steps);
  const lines = [...new Set(steps.flatMap(({ run = '' }) => run.split('\n')))];
  const calls = lines.flatMap((line) => {
    const [, script = '', words = ''] = /npm run (?:-s )?(\S+) -- (.*?)(?: 2>&1.*)?$/.exec(line) ?? [];
    return script === '' ? [] : [{ script, words: words.split(' ') }];
  });

  it.each(calls)('know what they ask of npm run $script: $words', ({ script, words }) => {
    const command = script === 'signalpost' ? (words[0] ?? '') : script;
    expect(scripts[script]).toMatch(/^node cli\/bin\.mjs/);
    const known = commands.find((one) => one.name() === command);
    const flags = words.filter((word) => word.startsWith('--'));
    expect(flags.length).toBeGreaterThan(0);
    for (const flag of flags) expect(known?.options.map(({ long }) => long)).toContain(flag);
    if (command === 'invoke') expect(Object.keys(functions)).toContain(words[1]);
  });
});

interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  readonly body: string;
}

/** Runs the script of the comment job against the comments that a pull request has. */
async function commentOn(comments: readonly Comment[], diff: string) {
  const [step] = job('comment').steps;
  const calls: Record<string, unknown>[] = [];
  const note = (kind: string) => async (input: object) => void calls.push({ kind, ...input });
  const listComments = () => {};
  const github = {
    paginate: async (method: unknown, input: object) => {
      expect(method).toBe(listComments);
      expect(input).toEqual({ owner: 'octo', repo: 'signalpost', issue_number: 7 });
      return comments;
    },
    rest: { issues: { listComments, createComment: note('create'), updateComment: note('update') } },
  };
  const context = { issue: { owner: 'octo', repo: 'signalpost', number: 7 } };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const script = new AsyncFunction('github', 'context', 'process', String(step?.with?.script));
  await script(github, context, { env: { DIFF: diff } });
  return calls;
}

describe('the diff as a comment', () => {
  const own: Comment = { id: 3, user: { type: 'Bot' }, body: '<!-- signalpost: diff -->\nan older one' };

  it('is made once, and brought up to date after that', async () => {
    const someone: Comment = { id: 1, user: { type: 'User' }, body: own.body };

    expect(await commentOn([someone], '[+] a queue')).toMatchObject([
      { kind: 'create', issue_number: 7, body: expect.stringContaining('[+] a queue') },
    ]);
    expect(await commentOn([someone, own], '[-] a queue')).toMatchObject([
      { kind: 'update', comment_id: 3, body: expect.stringContaining('[-] a queue') },
    ]);
  });

  it('fits into a comment, and says that it was cut', async () => {
    const [call] = await commentOn([], 'x'.repeat(90_000));

    expect(String(call?.body).length).toBeLessThan(65_536);
    expect(call?.body).toContain('cut here');
  });

  it('can not end its own frame', async () => {
    const [call] = await commentOn([], 'before\n```\n@everybody\n````\nafter');

    const lines = String(call?.body).split('\n');
    expect(lines.filter((line) => line.startsWith('`````'))).toEqual(['`````diff', '`````']);
  });
});

describe('the release workflow', () => {
  it('begins with a tag of a version alone, and publishes what was checked and packed', () => {
    expect(release.on).toEqual({ push: { tags: ['v*'] } });
    expect(job('publish', release).needs).toEqual(['check', 'pack']);
    expect(job('notes', release).needs).toBe('publish');
  });

  it('gives each job the least that it needs, and what can publish none of our code', () => {
    expect(permissionsOf(release)).toEqual({
      check: { contents: 'read' },
      pack: { contents: 'read' },
      publish: { 'id-token': 'write' },
      notes: { contents: 'write' },
    });
    expect(job('publish', release).environment).toBe('npm');
    for (const { steps } of ['publish', 'notes'].map((name) => job(name, release))) {
      expect(steps.some(({ uses = '' }) => uses.startsWith('actions/checkout@'))).toBe(false);
      expect(steps.some(({ run = '' }) => /npm (ci|install|run)\b/.test(run))).toBe(false);
    }
  });
});

/** Runs a step's script as the runner does, with a program in place of npm that writes down how it is called. */
describe('the publish step', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalpost-publish-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function publish(published: string): string[] {
    const answer = `[ "$1 $2" != "view ${published}" ] || { echo 1.2.3; exit 0; }`;
    const npm = `#!/bin/sh\necho "$*" >>"${folder}/calls"\n${answer}\n[ "$1" = publish ]\n`;
    writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}`, GITHUB_REF_NAME: 'v1.2.3' };
    const { run = '' } = job('publish', release).steps.find(({ name }) => name === 'Publish') ?? {};
    execFileSync('bash', ['--norc', '-e', '-c', run], { env });
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    return calls.filter((call) => call.startsWith('publish'));
  }

  it('publishes the package before the one that installs it, with its provenance', () => {
    expect(publish('nothing')).toEqual([
      'publish ./signalpost-1.2.3.tgz --provenance --access public',
      'publish ./create-signalpost-1.2.3.tgz --provenance --access public',
    ]);
  });

  it('leaves out at a second try what the first published', () => {
    expect(publish('signalpost@1.2.3')).toEqual([
      'publish ./create-signalpost-1.2.3.tgz --provenance --access public',
    ]);
  });
});
