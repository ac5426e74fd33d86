import type { Command } from 'commander';
import type { SandboxOptions } from '../../sandbox/serve.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addJsonOption, print, wholeNumber } from '../input/options.ts';
import { untilInterrupted } from '../input/until-interrupted.ts';

interface SandboxFlags extends Omit<SandboxOptions, 'now'> {
  readonly rate: number;
  readonly json?: boolean;
}

export function addCommands(program: Command): void {
  addJsonOption(program.command('sandbox'))
    .description('serve a Bridge Data Access Service with sample data, on this machine only')
    .option('--port <number>', 'the port; 0 takes a free one', wholeNumber(0, 65_535), 4010)
    .option(
      '--seed <number>',
      'the same seed makes the same data',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      1,
    )
    .option('--buyers <number>', 'the number of buyers', wholeNumber(1, 20_000), 60)
    .option('--bridges <number>', 'the number of bridges', wholeNumber(1, 500), 8)
    .option('--signals <number>', 'the number of signals at the start', wholeNumber(0, 100_000), 800)
    .option('--rate <number>', 'new signals per minute', wholeNumber(0, 60_000), 6)
    .option('--token <text>', 'the access token that the sandbox accepts', 'sandbox-token')
    .action(serve);
}

async function serve(flags: SandboxFlags): Promise<void> {
  const { startSandbox, SandboxError } = await import('../../sandbox/serve.ts');
  const { json = false, ...world } = flags;
  const options = { ...world, now: systemClock.now };
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    if (!(error instanceof SandboxError)) throw error;
    // The message begins with the option, which has the flag's name.
    throw new ConfigurationError([`--${error.message}`], { cause: error });
  });
  const { url, token } = sandbox;
  print({ json }, { url, token, world: `${url}/sandbox/world` }, [
    `Bridge Data Access Service (sandbox) on ${url}`,
    `  access token     ${token}`,
    `  buyers, bridges  ${url}/sandbox/world`,
    'Press Ctrl-C to stop.',
  ]);
  await untilInterrupted();
  await sandbox.close();
}
