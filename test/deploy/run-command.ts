import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** @default 10 minutes */
  readonly timeoutMs?: number;
}

export class CommandFailedError extends Error {
  override readonly name = 'CommandFailedError';
  readonly code = 'COMMAND_FAILED';
}

/** Runs a program to its end and gives what it wrote. Throws with the last of it when it did not end well. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { timeoutMs = 600_000, ...spawnOptions } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      ...spawnOptions,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const ended = signal ? `was ended by ${signal}` : `ended with ${code}`;
      const tail = output.trimEnd().split('\n').slice(-40).join('\n');
      reject(new CommandFailedError(`${program} ${args.slice(0, 2).join(' ')} ${ended}:\n${tail}`));
    });
  });
}
