import type { Command } from 'commander';
import { isStateLocked } from '../../machine/state-lock.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { openInBrowser, openPage, type PageFlags, pagePortOption, tellPage } from '../run/open-page.ts';
import { untilInterrupted } from '../run/until-interrupted.ts';
import { type ChosenLedger, changeLedger } from '../with-ledger.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('page'))
    .description(
      'show a state or, with --stage, a deployed stage on a web page, until Ctrl-C; nothing is sent',
    )
    .addOption(pagePortOption)
    .action((options: PageFlags & PlaceOptions) =>
      changeLedger(options, async (chosen) => showPage(chosen, await chosen.readConfig(), options)),
    );
}

/** Serves the page until Ctrl-C. `room`: the address in it to open in the browser. @default none */
export async function showPage(
  { ledger, table, stage }: ChosenLedger,
  config: SignalpostConfig,
  options: PageFlags & PlaceOptions,
  room?: string,
): Promise<void> {
  const isRunning = () => stage === null && isStateLocked(options.state);
  const page = await openPage(options, { ledger, table, config }, { stage, isRunning });
  try {
    if (options.json) console.log(JSON.stringify({ page: page.address(), token: page.token }));
    else console.log(`${tellPage(page, options, room)}\nPress Ctrl-C to stop.`);
    if (room !== undefined) openInBrowser(page.address(room), options.state);
    await untilInterrupted();
  } finally {
    await page.close();
  }
}
