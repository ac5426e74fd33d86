import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));

export interface CliResult {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCli {
  readonly ended: Promise<CliResult>;
  /** Hears of all that was written to stderr so far, each time that there is more. */
  onStderr(listen: (text: string) => void): void;
  onStdout(listen: (text: string) => void): void;
  /** SIGKILL unless told: nothing in the process hears of it. */
  kill(signal?: NodeJS.Signals): void;
}

export interface CliOptions {
  /** Where `.env` and relative paths are looked for. */
  readonly cwd: string;
  /** The whole environment but for PATH: nothing of the machine's own leaks into a test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Nobody reads what it writes there: the pipe's other end is closed. */
  readonly closed?: 'stdout' | 'stderr';
  /** What it finds on stdin, as from a pipe. @default nothing */
  readonly input?: string;
}

/** `signalpost …` as a process of its own, with pipes for stdout and stderr. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH ?? '', ...options.env },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A command that ends without reading it is none of the pipe's business.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  if (options.closed) child[options.closed]?.destroy();
  const hear = (name: 'stdout' | 'stderr') => (listen: (text: string) => void) => {
    let text = '';
    child[name]?.on('data', (chunk: string) => {
      text += chunk;
      listen(text);
    });
  };
  return {
    ended: collect(child),
    onStderr: hear('stderr'),
    onStdout: hear('stdout'),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}

export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended;
}

function collect(child: ChildProcess): Promise<CliResult> {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, ...text }));
  });
}
