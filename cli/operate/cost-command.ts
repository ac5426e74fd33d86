import type { Command } from 'commander';
import { loadConfig } from '../../shared/config/load.ts';
import { calculateAttack, calculateMonth, tellCost } from '../cost/month-cost.ts';
import { addConfigOption, addJsonOption, type PlaceOptions, print, wholeNumber } from '../input/options.ts';

interface CostFlags extends Pick<PlaceOptions, 'config' | 'json'> {
  readonly buyers?: number;
  readonly signals: number;
}

export function addCommands(program: Command): void {
  addConfigOption(addJsonOption(program.command('cost')))
    .description('calculate what AWS bills for a month of a stage with this config')
    .option(
      '--buyers <number>',
      'the number of watched buyers (default: 100, 1,000, 10,000 and 100,000)',
      wholeNumber(1, 1_000_000),
    )
    .option('--signals <number>', 'new signals per day for each 100 buyers', wholeNumber(0, 10_000), 4)
    .action(tellMonths);
}

async function tellMonths(options: CostFlags): Promise<void> {
  const { buyers, signals } = options;
  const config = await loadConfig(options.config, { permitLocal: true });
  const sizes = buyers === undefined ? [100, 1_000, 10_000, 100_000] : [buyers];
  const months = sizes.map((size) => calculateMonth(config, size, Math.ceil((size * signals) / 100)));
  const underAttack = config.inbound ? calculateAttack() : null;
  print(options, { months, underAttack }, tellCost(months, config));
}
