import type { Command } from 'commander';
import { isStateLocked } from '../../machine/state-lock.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { untilInterrupted } from '../input/until-interrupted.ts';
import { type ChosenLedger, changeLedger } from '../open/with-ledger.ts';
import { describePage, openPage, type PageFlags, pagePortOption } from './open-page.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('page'))
    .description(
      'show a state or, with --stage, a deployed stage on a web page, until Ctrl-C; nothing is sent',
    )
    .addOption(pagePortOption())
    .action((options: PageFlags & PlaceOptions) =>
      changeLedger(options, (chosen) => showPage(chosen, options)),
    );
}

/** Serves the page until Ctrl-C. */
async function showPage(chosen: ChosenLedger, options: PageFlags & PlaceOptions): Promise<void> {
  const { ledger, table, stage, changes } = chosen;
  const config = await chosen.readConfig();
  const isRunning = () => stage === null && isStateLocked(options.state);
  const page = await openPage(options, { ledger, table, config }, { stage, isRunning, changes });
  try {
    const report = { page: page.address(), token: page.token };
    print(options, report, [describePage(page, options), 'Press Ctrl-C to stop.']);
    await untilInterrupted();
  } finally {
    await page.close();
  }
}
