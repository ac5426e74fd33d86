import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** What is bundled, and what deploys it. */
const deployedPaths = ['functions', 'shared', 'infra', 'cdk.json', 'package-lock.json'];

export interface PreviousVersion {
  readonly directory: string;
  readonly commit: string;
}

/**
 * The commit `from`, or the newest one whose functions or templates are not those of this working tree: what was
 * deployed before, if each commit is. Its files lie below `workspace`, with packages that fit its lock file. Throws
 * when there is none, as in a clone without history.
 */
export async function checkOutPrevious(
  projectRoot: string,
  workspace: string,
  { from, signal }: { readonly from?: string | undefined; readonly signal: AbortSignal },
): Promise<PreviousVersion> {
  const directory = join(workspace, 'previous');
  mkdirSync(directory);
  const git = (...args: string[]) => runCommand('git', args, { cwd: projectRoot, signal });
  const commit =
    from === undefined ? await findPrevious(git) : (await git('rev-parse', `${from}^{commit}`)).trim();
  // With an index of its own: the clone that is worked in must not notice.
  const env = { ...process.env, GIT_INDEX_FILE: join(workspace, 'previous.index') };
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
  return { directory, commit };
}

async function findPrevious(git: (...args: string[]) => Promise<string>): Promise<string> {
  const changed = await git('--no-optional-locks', 'status', '--porcelain', '--', ...deployedPaths);
  if (changed.trim() !== '') return (await git('rev-parse', 'HEAD')).trim();
  const log = ['log', '--first-parent', '--max-count=1', '--format=%H %P', 'HEAD', '--', ...deployedPaths];
  const [last = '', parent = ''] = (await git(...log)).trim().split(' ');
  if (last === '' || parent === '') {
    throw new Error(
      'this clone has no earlier commit that could be deployed first; fetch its history: git fetch --unshallow',
    );
  }
  return parent;
}
