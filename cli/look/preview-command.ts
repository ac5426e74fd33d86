import { type Command, Option } from 'commander';
import type { PreviewedRoute } from '../../machine/preview/preview-routes.ts';
import { checkDeclared } from '../../shared/config/check-config.ts';
import { readConfig } from '../../shared/config/load.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { readAhead, readSince } from '../act/read-time.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../options.ts';
import { loadLocalConfig, localSecrets } from '../own-config.ts';
import { type ChosenLedger, findRoute, withLedger } from '../with-ledger.ts';

interface PreviewOptions extends PlaceOptions {
  readonly route?: string;
  readonly at?: string;
  readonly since: string;
  readonly full?: boolean;
  readonly fresh?: boolean;
  readonly columns?: string;
}

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('preview'))
    .description('show what each route sends next, and why; send and change nothing')
    .option('--route <route>', 'this route only')
    .option(
      '--at <time>',
      "the digest of this time, or of the route's first time after it: a time such as 2026-12-03T08:00:00Z, or a duration such as 2d",
    )
    .option('--since <time>', 'count signals and digests since: a time, or an age such as 30d', '7d')
    .option('--full', 'show whole messages and all signals')
    .option(
      '--fresh',
      'first read what the API lists now, at a tenth of its known rate, and record none of it',
    )
    .addOption(
      new Option(
        '--columns <file>',
        'show what the columns of this file would close, change or drop of the signals of 30 days: a .ts, .mjs or .json with the block, or a config',
      ).conflicts(['route', 'at', 'full', 'fresh']),
    )
    .action(preview);
}

async function preview(options: PreviewOptions, command: Command): Promise<void> {
  if (options.columns !== undefined) return previewColumns(options, options.columns, command);
  const begun = systemClock.now();
  const at = options.at === undefined ? undefined : readAhead(options.at, begun);
  const since = readSince(options.since, begun);
  const work = async (chosen: ChosenLedger): Promise<PreviewedRoute[]> => {
    const config = await readChosen(chosen, options, command);
    const { route: id } = options;
    const findOwn = (one: string) => findRoute({ ...chosen, readConfig: async () => config }, one);
    const routes = id === undefined ? config.routes : [await findOwn(id)];
    const { table } = chosen;
    const { previewRoutes } = await import('../../machine/preview/preview-routes.ts');
    const request = { routes, at, since };
    if (!options.fresh) return previewRoutes({ table, config, now: begun }, request);
    const { readFresh } = await import('./read-fresh.ts');
    const fresh = await readFresh(table, config, localSecrets(options), console.error);
    return previewRoutes({ table: fresh, config, now: systemClock.now(), freshSince: begun }, request);
  };
  const previewed = await withLedger(options, work, true);
  const { tellPreview } = await import('../words/tell-preview.ts');
  const told = previewed.map((one) => tellPreview(one, { full: options.full === true, now: begun }));
  print(options, { routes: previewed }, [told.map((lines) => lines.join('\n')).join('\n\n')]);
}

/** A file that is named says what a deploy would bring. */
function readChosen(chosen: ChosenLedger, options: PreviewOptions, command: Command) {
  const isOwnFile = command.getOptionValueSource('config') === 'cli';
  return isOwnFile ? loadLocalConfig(options) : chosen.readConfig();
}

async function previewColumns(options: PreviewOptions, file: string, command: Command): Promise<void> {
  const written = await readConfig(file);
  const columns = checkDeclared(isRecord(written) && 'columns' in written ? written.columns : written);
  const now = systemClock.now();
  const isGiven = command.getOptionValueSource('since') === 'cli';
  const since = readSince(isGiven ? options.since : '30d', now);
  const { compareColumns } = await import('../../machine/preview/compare-columns.ts');
  const compare = async (chosen: ChosenLedger) => {
    const config = await readChosen(chosen, options, command);
    return compareColumns({ table: chosen.table, config, now }, columns, since);
  };
  const compared = await withLedger(options, compare, true);
  const { tellColumns } = await import('../words/tell-columns.ts');
  print(options, { columns: compared }, tellColumns(compared));
}
