import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface ProcessRun {
  /** From the start of the process to its end. */
  readonly wallMs: number;
  /** The most memory that it had in use (resident set), in MB of a million bytes. */
  readonly peakMb: number;
  readonly stdout: string;
}

const formatUsage = fileURLToPath(new URL('./format-usage.cjs', import.meta.url));

/** Runs Node with these arguments to its end. Throws with what the process wrote to stderr if it fails. */
export async function timeProcess(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ProcessRun> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', formatUsage, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const [, out, problems, usage] = child.stdio;
  if (!out || !problems || !usage || !('read' in usage)) throw new Error('the process has no pipes');
  const texts = Promise.all([text(out), text(problems), text(usage)]);
  const code = await ended;
  const wallMs = performance.now() - started;
  const [stdout, stderr, kilobytes] = await texts;
  if (code !== 0)
    throw new Error(`node ${args.slice(0, 3).join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return { wallMs, peakMb: (Number(kilobytes) * 1024) / 1e6, stdout };
}
