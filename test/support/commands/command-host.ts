import { fileURLToPath } from 'node:url';

/**
 * A process that runs one command of `signalpost` after the other, each with its own directory, environment and
 * arguments: loading Node and the sources takes most of the time of a short command. After each it writes a NUL on
 * stdout, and a NUL with the exit code on stderr.
 */
export interface HostedCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const bin = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));
let commands = 0;

process.on('message', async ({ args, cwd, env }: HostedCommand) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, process.argv.length, bin, ...args);
  commands += 1;
  // Under another name each time: a module runs once.
  await import(`${bin}?${commands}`);
  const exitCode = process.exitCode ?? 0;
  process.exitCode = undefined;
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  process.stdout.write('\0');
  process.stderr.write(`\0${exitCode}`);
});
process.on('disconnect', () => process.exit());
