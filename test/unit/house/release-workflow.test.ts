import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read } from './documents.ts';

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly name?: string; readonly uses?: string; readonly run?: string }[];
}

const { on, jobs } = parse(read('.github/workflows/release.yml')) as {
  readonly on: unknown;
  readonly jobs: Readonly<Record<'check' | 'pack' | 'publish' | 'notes', Job>>;
};
const scriptOf = ({ steps }: Job, name: string) => steps.find((step) => step.name === name)?.run ?? '';

describe('the release workflow', () => {
  it('begins with a tag of a version alone, and publishes what was checked and packed', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs.publish.needs).toEqual(['check', 'pack']);
    expect(jobs.notes.needs).toBe('publish');
  });

  it('gives each job the least that it needs, and what can publish none of our code', () => {
    const permissions = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
    expect(Object.fromEntries(permissions)).toEqual({
      check: { contents: 'read' },
      pack: { contents: 'read' },
      publish: { 'id-token': 'write' },
      notes: { contents: 'write' },
    });
    expect(jobs.publish.environment).toBe('npm');
    for (const { steps } of [jobs.publish, jobs.notes]) {
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
    execFileSync('bash', ['--norc', '-e', '-c', scriptOf(jobs.publish, 'Publish')], { env });
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
