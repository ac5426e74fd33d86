import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailedError, runCommand } from '../support/commands/run-command.ts';
import { synthesize } from './cdk.ts';
import { projectRoot, type Scene } from './scene.ts';

/** What is bundled, and what deploys it. */
const deployedPaths = ['functions', 'shared', 'infra', 'cdk.json', 'package-lock.json', ':(exclude)*.md'];
/** Of those that can't be built; such a version was never deployed, so the one before it counts. */
const mostTried = 5;

export interface PreviousVersion {
  readonly commit: string;
  /** Its templates and bundles, ready to be deployed. */
  readonly assembly: string;
}

/**
 * Builds the commit `from`, or the newest one that can be built and is not what this working tree deploys: what was
 * deployed before, if each commit is. Throws when there is none, as in a clone without history.
 */
export async function buildPrevious(scene: Scene): Promise<PreviousVersion> {
  const { from, signal } = scene;
  const git = (...args: string[]) => runCommand('git', args, { cwd: projectRoot, signal });
  if (from !== undefined) return build(scene, (await git('rev-parse', `${from}^{commit}`)).trim());
  const failures: string[] = [];
  for (const commit of await listPrevious(git)) {
    try {
      return await build(scene, commit);
    } catch (error) {
      if (signal.aborted || !(error instanceof CommandFailedError)) throw error;
      failures.push(`${commit}: ${error.message}`);
    }
  }
  throw new Error(
    failures.length > 0
      ? `no version before this one can be built; name one with --from COMMIT:\n${failures.join('\n')}`
      : 'this clone has no earlier version that could be deployed first; fetch its history: git fetch --unshallow',
  );
}

/** Newest first. */
async function listPrevious(git: (...args: string[]) => Promise<string>): Promise<string[]> {
  const changed = await git('--no-optional-locks', 'status', '--porcelain', '--', ...deployedPaths);
  const log = [
    'log',
    '--first-parent',
    `--max-count=${mostTried + 1}`,
    '--format=%H',
    '--',
    ...deployedPaths,
  ];
  const commits = (await git(...log)).split('\n').filter((commit) => commit !== '');
  // The newest of them left what is there now, unless that has been changed since.
  return changed.trim() === '' ? commits.slice(1) : commits.slice(0, mostTried);
}

/** Its files lie below the workspace, with packages that fit its lock file. */
async function build(scene: Scene, commit: string): Promise<PreviousVersion> {
  const { signal, workspace } = scene;
  const directory = join(workspace, `version-${commit}`);
  // With an index of its own: the clone that is worked in must not notice.
  const env = { ...process.env, GIT_INDEX_FILE: join(workspace, `version-${commit}.index`) };
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', `--prefix=${directory}/`],
  ])
    await runCommand('git', args, { cwd: projectRoot, env, signal });

  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(directory) === lockOf(projectRoot) && existsSync(join(projectRoot, 'node_modules'))) {
    symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'), 'junction');
  } else {
    await runCommand('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, signal });
  }
  return { commit, assembly: await synthesize(scene, directory) };
}
