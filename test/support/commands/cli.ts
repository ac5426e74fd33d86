import { type ChildProcess, fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostedCommand } from './command-host.ts';
import { checkJsonOutput } from './json-output.ts';

const bin = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));
const host = fileURLToPath(new URL('command-host.ts', import.meta.url));

export interface CliResult {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunningCli = ReturnType<typeof startCli>;

export interface CliOptions {
  /** Where `.env` and relative paths are looked for. */
  readonly cwd: string;
  /** The whole environment but for PATH and what npm sets in a clone: nothing of the machine's own leaks into a test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Nobody reads what it writes there: the pipe's other end is closed. */
  readonly closed?: 'stdout' | 'stderr';
  /** What it finds on stdin, as from a pipe. @default nothing */
  readonly input?: string;
}

/** `signalpost …` as a process of its own, with pipes for stdout and stderr. Checks what it printed with `--json`. */
export function startCli(args: readonly string[], options: CliOptions) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    env: environmentOf(options),
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A command that ends without reading it is none of the pipe's business.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  if (options.closed) child[options.closed]?.destroy();
  const text = { stdout: '', stderr: '' };
  const ended = collect(child, text).then((result) => {
    checkJsonOutput(args, result);
    return result;
  });
  return {
    ended,
    /** Resolves with the match once stdout or stderr has it, and rejects with stderr when the process ends without it. */
    told: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(text.stdout) ?? pattern.exec(text.stderr);
          if (match) resolve(match);
        };
        look();
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
        void ended.then(({ stderr }) => reject(new Error(stderr)), reject);
      }),
    /** SIGKILL unless told: nothing in the process hears of it. */
    kill: (signal: NodeJS.Signals = 'SIGKILL') => void child.kill(signal),
  };
}

/** The hosts that run nothing now. */
const idle: ChildProcess[] = [];

/** `signalpost …` to its end, in a process that may have run other commands before, and so without Node's start. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  if (options.closed !== undefined || options.input !== undefined) return startCli(args, options).ended;
  const child = idle.pop() ?? fork(host, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const handles = [child, child.channel, child.stdout, child.stderr] as (NodeJS.RefCounted | undefined)[];
  for (const handle of handles) handle?.ref();
  child.send({ args, cwd: options.cwd, env: environmentOf(options) } satisfies HostedCommand);
  const result = await collect(child);
  // While idle it keeps nobody alive: it ends with the process that started it.
  for (const handle of handles) handle?.unref();
  if (child.connected) idle.push(child);
  checkJsonOutput(args, result);
  return result;
}

function environmentOf({ env }: CliOptions): Record<string, string> {
  return { PATH: process.env.PATH ?? '', TZ: 'UTC', npm_package_name: 'signalpost', ...env };
}

/** Resolves when the process ends, or says that its command has ended. */
function collect(child: ChildProcess, text = { stdout: '', stderr: '' }): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const settle = (exitCode: number | null, signal: NodeJS.Signals | null): void => {
      for (const from of [child, child.stdout, child.stderr]) from?.removeAllListeners();
      resolve({ exitCode, signal, ...text });
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
        text[name] += chunk;
        const exitCode = /\0(\d)$/.exec(text.stderr)?.[1];
        if (exitCode === undefined || !text.stdout.endsWith('\0')) return;
        text.stdout = text.stdout.slice(0, -1);
        text.stderr = text.stderr.slice(0, -2);
        settle(Number(exitCode), null);
      });
    }
    child.once('error', reject);
    child.once('close', settle);
  });
}
