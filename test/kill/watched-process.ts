import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Program = 'fast' | 'run' | 'once';

export interface WatchedProcess {
  /** How it ended: `killed` when SIGKILL did it, otherwise its exit code and the end of what it said. */
  readonly ended: Promise<{
    readonly killed: boolean;
    readonly exitCode: number | null;
    readonly said: string;
  }>;
  kill(): void;
}

const fast = fileURLToPath(new URL('fast-run.ts', import.meta.url));
const bin = fileURLToPath(new URL('../../local/bin.mjs', import.meta.url));

const argumentsOf: Readonly<Record<Program, readonly string[]>> = {
  fast: [fast, 'config.json', 'state'],
  run: [bin, 'run', '--config', 'config.json', '--state', 'state'],
  once: [bin, 'run', '--once', '--config', 'config.json', '--state', 'state'],
};

/** The pipeline as a process of its own, in the directory that holds its config and its state. */
export function startProcess(
  program: Program,
  directory: string,
  secrets: Readonly<Record<string, string>>,
): WatchedProcess {
  const child = spawn(process.execPath, argumentsOf[program], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', ...secrets },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve({ killed: signal === 'SIGKILL', exitCode, said }));
    }),
    kill: () => void child.kill('SIGKILL'),
  };
}
