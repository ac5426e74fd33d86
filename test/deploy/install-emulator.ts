import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './run-command.ts';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const leastPython = [3, 10] as const;

export interface EmulatorPrograms {
  readonly ministack: string;
  /** Has botocore, which the emulator brings along. */
  readonly python: string;
}

/**
 * The AWS emulator in a virtual environment of its own, made on the first run and kept for the next.
 * Gives the paths of its programs. Throws with what to install when this machine has no fitting Python.
 */
export async function installEmulator(directory: string): Promise<EmulatorPrograms> {
  const environment = join(directory, 'venv');
  const programs = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
  const installed = { ministack: join(programs, 'ministack'), python: join(programs, 'python') };
  const pinned = readFileSync(requirements, 'utf8');
  // Written last: an installation that was cut short is begun anew.
  const stamp = join(environment, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === pinned) return installed;

  const python = await findPython();
  await runCommand(python, ['-m', 'venv', '--clear', environment]);
  await runCommand(installed.python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
  writeFileSync(stamp, pinned);
  return installed;
}

async function findPython(): Promise<string> {
  const print = 'import sys, venv, ensurepip; print(*sys.version_info[:2])';
  for (const python of ['python3', 'python']) {
    const output = await runCommand(python, ['-c', print]).catch(() => null);
    const [major = 0, minor = 0] = (output ?? '').trim().split(' ').map(Number);
    if (major === leastPython[0] && minor >= leastPython[1]) return python;
  }
  throw new Error(
    `the deploy test needs Python ${leastPython.join('.')} or newer with its venv module, and found none ` +
      'as python3 or python; install it (Debian: apt-get install python3-venv) and run again',
  );
}
