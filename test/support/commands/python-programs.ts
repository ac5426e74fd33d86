import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

const leastPython = [3, 11] as const;

/**
 * Installs Python packages into a virtual environment of their own, made on the first run and again whenever the file of
 * requirements changes. Returns the path of a program in it. Throws with what to install when this machine has no fitting
 * Python.
 */
export async function installPythonPrograms(wanted: {
  /** Where the environment goes. */
  readonly directory: string;
  /** A file in pip's format: every package, each with its version and hashes. */
  readonly requirements: string;
  /** Named when there is no Python: "the deploy test". */
  readonly neededBy: string;
}): Promise<(program: string) => string> {
  const environment = join(wanted.directory, 'venv');
  const programs = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
  const find = (program: string) => join(programs, program);
  const pinned = readFileSync(wanted.requirements, 'utf8');
  // Written last: an installation that was cut short is begun anew.
  const stamp = join(environment, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === pinned) return find;

  const python = await findPython(wanted.neededBy);
  await runCommand(python, ['-m', 'venv', '--clear', environment]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
  await runCommand(find('python'), [...install, '--requirement', wanted.requirements]);
  writeFileSync(stamp, pinned);
  return find;
}

async function findPython(neededBy: string): Promise<string> {
  const print = 'import sys, venv, ensurepip; print(*sys.version_info[:2])';
  for (const python of ['python3', 'python']) {
    const output = await runCommand(python, ['-c', print]).catch(() => null);
    const [major = 0, minor = 0] = (output ?? '').trim().split(' ').map(Number);
    if (major === leastPython[0] && minor >= leastPython[1]) return python;
  }
  throw new Error(
    `${neededBy} needs Python ${leastPython.join('.')} or newer with its venv module, and found none as python3 or ` +
      'python; install it (Debian: apt-get install python3-venv) and run again',
  );
}
