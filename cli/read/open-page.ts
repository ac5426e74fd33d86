import { Option } from 'commander';
import { systemClock } from '../../shared/runtime/system.ts';
import type { Page, PageOptions } from '../../view/page/page.ts';
import type { PageWorld } from '../../view/page/pages/page-world.ts';
import type { PlaceFlags } from '../../view/words/suggest.ts';
import { wholeNumber } from '../input/options.ts';

export const pagePortOption = () =>
  new Option('--page-port <number>', 'the port of the page').argParser(wholeNumber(0, 65_535)).default(4600);

export interface PageFlags extends PlaceFlags {
  readonly state: string;
  readonly pagePort: number;
}

/** Starts the page; `visited`: no pipeline runs in this process. Throws `ConfigurationError` if its port is taken. */
export async function openPage(
  flags: PageFlags,
  { ledger, table, config }: Pick<PageWorld, 'ledger' | 'table' | 'config'>,
  visited?: Pick<PageWorld, 'stage' | 'isRunning'> & Pick<PageOptions, 'changes'>,
): Promise<Page> {
  const { startPage } = await import('../../view/page/page.ts');
  const place = flags.stage === undefined ? `state ${flags.state}` : `stage ${flags.stage}`;
  const running = { stage: null, isRunning: () => true, now: systemClock.now };
  const { changes, ...own } = visited ?? {};
  const world = { place, flags, ledger, table, config, ...running, ...own };
  return startPage({ port: flags.pagePort, live: visited === undefined, world, changes });
}

/** The address with its token. */
export function describePage({ address }: Page, { stage }: PlaceFlags): string {
  const may =
    stage === undefined
      ? 'Everybody with this address can also pause, mute and send again.'
      : 'It only shows, and changes nothing.';
  return `Open ${address()}\n${may}`;
}
