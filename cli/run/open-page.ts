import { Option } from 'commander';
import type { Page } from '../../machine/page/page.ts';
import type { PageWorld } from '../../machine/page/page-world.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { wholeNumber } from '../options.ts';

export const pagePortOption = new Option('--page-port <number>', 'the port of the page')
  .argParser(wholeNumber(0, 65_535))
  .default(4600);

/** Starts the page. Throws `ConfigurationError` if its port is taken. `live`: a pipeline in this process is observed. */
export async function openPage(port: number, live: boolean, world: Omit<PageWorld, 'now'>): Promise<Page> {
  const { startPage } = await import('../../machine/page/page.ts');
  return startPage({ port, live, world: { ...world, now: systemClock.now } });
}

/** The address, and the token that the page asks for before it changes anything. */
export function tellPage({ url, token }: Page): string {
  const may =
    token === null
      ? 'It only shows, and changes nothing.'
      : `To change something there, enter this token: ${token}`;
  return `Open ${url}\n${may}`;
}
