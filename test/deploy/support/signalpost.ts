import { type CliResult, startCli } from '../../support/commands/cli.ts';
import type { Scene } from './scene.ts';

/** Runs `signalpost …` as its user does, with the emulator for AWS. Throws when it ends otherwise than expected. */
export async function signalpost(
  { emulator, signal, workspace }: Scene,
  args: readonly string[],
  { exitCode = 0 }: { readonly exitCode?: number } = {},
): Promise<CliResult> {
  // The region by its other name alone, which CDK reads and the SDK does not: both are to act in it all the same.
  const env = Object.fromEntries(
    Object.entries(emulator.environment)
      .filter(([name]) => name !== 'AWS_REGION')
      .map(([name, value]) => [name, value ?? '']),
  );
  const running = startCli(args, { cwd: workspace, env });
  const end = () => running.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  const result = await running.ended.finally(() => signal.removeEventListener('abort', end));
  if (result.exitCode === exitCode) return result;
  const said = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-40).join('\n');
  throw new Error(
    `signalpost ${args.join(' ')} ended with ${result.exitCode ?? result.signal}, not with ${exitCode}:\n${said}`,
  );
}
