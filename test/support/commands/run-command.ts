import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** @default 10 minutes */
  readonly timeoutMs?: number;
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal;
}

/** Runs a program to its end and gives what it wrote. Throws with the last of it when it did not end well. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { timeoutMs = 600_000, signal: ending, ...spawnOptions } = options;
  const late = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      ...spawnOptions,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: ending ? AbortSignal.any([late, ending]) : late,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const fail = (how: string, options?: ErrorOptions) => {
      const tail = output.trimEnd().split('\n').slice(-40).join('\n');
      reject(new Error(`${program} ${args.slice(0, 2).join(' ')} ${how}:\n${tail}`, options));
    };
    child.once('error', (error) => {
      const how = late.aborted
        ? `was ended after ${timeoutMs / 1_000} seconds`
        : 'could not be run to its end';
      fail(how, { cause: error });
    });
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else fail(signal ? `was ended by ${signal}` : `ended with ${code}`);
    });
  });
}
