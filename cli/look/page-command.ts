import type { Command } from 'commander';
import { isStateLocked } from '../../machine/state-lock.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { openPage, pagePortOption, tellPage } from '../run/open-page.ts';
import { untilInterrupted } from '../run/until-interrupted.ts';
import { withLedger } from '../with-ledger.ts';

interface PageOptions extends PlaceOptions {
  readonly pagePort: number;
}

export function addPageCommand(program: Command): void {
  addPlaceOptions(program.command('page'))
    .description(
      'show a state or, with --stage, a deployed stage on a web page, until Ctrl-C; nothing is sent',
    )
    .addOption(pagePortOption)
    .action(showPage);
}

async function showPage(options: PageOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { ledger, table, stage, isThere } = chosen;
    if (!isThere)
      throw new ConfigurationError([
        `--state: found nothing in ${options.state}; run Signalpost once, or name the directory in which it runs`,
      ]);
    const page = await openPage(options.pagePort, false, {
      place: stage === null ? `state ${options.state}` : `stage ${stage.name}`,
      config: await chosen.readConfig(),
      flags: options,
      isRunning: () => stage === null && isStateLocked(options.state),
      ...{ ledger, table, stage },
    });
    try {
      if (options.json) console.log(JSON.stringify({ page: page.url, token: page.token }));
      else console.log(`${tellPage(page)}\nPress Ctrl-C to stop.`);
      await untilInterrupted(() => {});
    } finally {
      await page.close();
    }
  });
}
