import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beginSnapshots, putBackSynced } from './synced-files.ts';

export type Program = 'fast' | 'run' | 'once';

export type WatchedProcess = ReturnType<typeof startProcess>;

/** How a process ended: `killed` when SIGKILL did it, otherwise its exit code and the end of what it said. */
interface Ended {
  readonly killed: boolean;
  readonly exitCode: number | null;
  readonly said: string;
}

const fast = fileURLToPath(new URL('fast-run.ts', import.meta.url));
const bin = fileURLToPath(new URL('../../cli/bin.mjs', import.meta.url));

const argumentsOf: Readonly<Record<Program, readonly string[]>> = {
  fast: [fast, 'config.json', 'state'],
  run: [bin, 'run', '--config', 'config.json', '--state', 'state'],
  once: [bin, 'run', '--once', '--now', '--config', 'config.json', '--state', 'state'],
};

const powerHook = new URL('power-hook.ts', import.meta.url).href;

/**
 * The pipeline as a process of its own, in the directory that holds its config and its state. `cutsPower`: its kill also
 * takes back what was not synced.
 */
export function startProcess(
  program: Program,
  directory: string,
  secrets: Readonly<Record<string, string>>,
  { cutsPower }: { readonly cutsPower: boolean },
) {
  const file = join(directory, 'state', 'ledger.db');
  if (cutsPower) beginSnapshots(file);
  const hook = cutsPower ? ['--import', powerHook] : [];
  const child = spawn(process.execPath, [...hook, ...argumentsOf[program]], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', ...secrets },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  return {
    ended: new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => {
        const killed = signal === 'SIGKILL';
        if (killed && cutsPower) putBackSynced(file);
        resolve({ killed, exitCode, said });
      });
    }),
    kill: () => void child.kill('SIGKILL'),
  };
}
