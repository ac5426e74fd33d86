import type { Command } from 'commander';
import { addCommonOptions, wholeNumber } from './options.ts';
import { untilInterrupted } from './until-interrupted.ts';

interface SandboxFlags {
  readonly port: number;
  readonly db?: string;
  readonly seed: number;
  readonly buyers: number;
  readonly bridges: number;
  readonly signals: number;
  readonly rate: number;
  readonly token: string;
}

export function addSandboxCommand(program: Command): void {
  addCommonOptions(program.command('sandbox'))
    .description('serve a Bridge Data Access Service with invented data, on this machine only')
    .option('--port <number>', 'the port; 0 takes a free one', wholeNumber(0, 65_535), 4010)
    .option('--db <file>', 'keep the data in this SQLite file (default: in memory)')
    .option('--seed <number>', 'the same seed makes the same data', wholeNumber(0, 2_147_483_647), 1)
    .option('--buyers <number>', 'how many buyers', wholeNumber(1, 100_000), 60)
    .option('--bridges <number>', 'how many bridges', wholeNumber(1, 1_000), 8)
    .option('--signals <number>', 'how many signals at the start', wholeNumber(0, 1_000_000), 800)
    .option('--rate <number>', 'new signals a minute', wholeNumber(0, 6_000), 6)
    .option('--token <text>', 'the access token that it takes', 'sandbox-token')
    .action(serve);
}

async function serve(flags: SandboxFlags): Promise<void> {
  const { startSandbox } = await import('../../sandbox/serve.ts');
  const { now, every } = await import('../tick.ts');
  const sandbox = await startSandbox({ ...flags, db: flags.db ?? ':memory:', now, every });
  console.log(`Bridge Data Access Service (sandbox) on ${sandbox.url}`);
  console.log(`  access token   ${sandbox.token}`);
  console.log(`  buyers, bridges ${sandbox.url}/sandbox/world`);
  console.log('Ctrl-C ends it.');
  await untilInterrupted();
  await sandbox.close();
}
