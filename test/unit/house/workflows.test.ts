import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../../cli/program.ts';
import { functions } from '../../../functions/wiring.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
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

const folder = new URL('../../../.github/workflows/', import.meta.url);
const deploy = parse(readFileSync(new URL('deploy.yml', folder), 'utf8')) as Workflow;
const job = (name: string): Job => deploy.jobs[name] as Job;

// zizmor, in CI, looks at what else an attacker could use.
describe('the deploy pipeline', () => {
  it('gives each job the least that it needs', () => {
    const permissions = Object.entries(deploy.jobs).map(([name, { permissions }]) => [name, permissions]);
    expect(Object.fromEntries(permissions)).toEqual({
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
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
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

    expect(await commentOn([someone], '[+] a queue')).toEqual([
      expect.objectContaining({
        kind: 'create',
        issue_number: 7,
        body: expect.stringContaining('[+] a queue'),
      }),
    ]);
    expect(await commentOn([someone, own], '[-] a queue')).toEqual([
      expect.objectContaining({
        kind: 'update',
        comment_id: 3,
        body: expect.stringContaining('[-] a queue'),
      }),
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
