import type { Command } from 'commander';
import { printJson } from '../json/print-json.ts';
import { addJsonOption, wholeNumber } from '../options.ts';

interface CostFlags {
  readonly config: string;
  readonly buyers?: number;
  readonly signals: number;
  readonly json?: boolean;
}

export function addCostCommand(program: Command): void {
  addJsonOption(program.command('cost'))
    .description('calculate what AWS bills for a month of a stage with this config')
    .option('--config <file>', 'the config: .ts, .mjs or .json', 'signalpost.config.ts')
    .option(
      '--buyers <number>',
      'the number of watched buyers (default: 100, 1,000, 10,000 and 100,000)',
      wholeNumber(1, 1_000_000),
    )
    .option('--signals <number>', 'new signals per day for each 100 buyers', wholeNumber(0, 10_000), 4)
    .action(async (flags: CostFlags) => {
      // Imported here, because these load the config's schema, and `--help` must stay fast.
      const [{ calculateMonth, tellCost }, { loadConfig }] = await Promise.all([
        import('../cost/month-cost.ts'),
        import('../../shared/config/load.ts'),
      ]);
      const config = await loadConfig(flags.config, { permitLocal: true });
      const sizes = flags.buyers === undefined ? [100, 1_000, 10_000, 100_000] : [flags.buyers];
      const months = sizes.map((buyers) =>
        calculateMonth(config, buyers, Math.ceil((buyers * flags.signals) / 100)),
      );
      if (flags.json) printJson('cost', { months });
      else for (const line of tellCost(months, config.watch.every)) console.log(line);
    });
}
