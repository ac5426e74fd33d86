import { type Command, Option } from 'commander';
import { checkDeclared } from '../../shared/config/check-config.ts';
import { readConfig } from '../../shared/config/load.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import type { ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { PreviewPorts } from '../../view/preview/compose-draft.ts';
import { suggest } from '../../view/words/suggest.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { readAhead, readSince } from '../input/read-time.ts';
import { loadLocalConfig, localSecrets } from '../open/own-config.ts';
import { type ChosenLedger, findRoute, withLedger } from '../open/with-ledger.ts';
import { hasSentNothing, previewFirstLook } from './first-look.ts';

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
    .argument('[route]', 'this route only')
    .option('--route <route>', 'this route only')
    .option(
      '--at <time>',
      "the digest of this time, or of the route's first time after it: a time such as 2026-12-03T08:00:00Z, a day such as tomorrow, or a duration such as 2d",
    )
    .option(
      '--since <time>',
      'count signals and digests since: a time, a day such as monday, or an age such as 30d',
      '7d',
    )
    .option('--full', 'show whole messages and all signals')
    .option(
      '--fresh',
      'first read what the API lists now, and record none of it; before anything was sent: show the signals of the last 7 days',
    )
    .addOption(
      new Option(
        '--columns <file>',
        'show what the columns of this file would close, change or drop of the signals of 30 days: a .ts, .mjs or .json with the block, or a config',
      ).conflicts(['route', 'at', 'full', 'fresh']),
    )
    .action(preview);
}

async function preview(named: string | undefined, options: PreviewOptions, command: Command): Promise<void> {
  const [flag, other] =
    options.columns === undefined ? ['--route', options.route] : ['--columns', options.columns];
  if (named !== undefined && other !== undefined && named !== other)
    throw new ConfigurationError([
      `ROUTE: found ${JSON.stringify(named)} beside ${flag} ${other}; leave one of them out`,
    ]);
  if (options.columns !== undefined) return previewColumns(options, options.columns, command);
  const begun = systemClock.now();
  const at = options.at === undefined ? undefined : readAhead(options.at, begun);
  const since = readSince(options.since, begun);
  const work = async (chosen: ChosenLedger) => {
    const config = await readChosen(chosen, options, command);
    const { route: id = named } = options;
    const findOwn = (one: string) => findRoute({ ...chosen, readConfig: async () => config }, one);
    const routes = id === undefined ? config.routes : [await findOwn(id)];
    const { table } = chosen;
    const { previewRoutes } = await import('../../view/preview/preview-routes.ts');
    const request = { routes, at, since };
    const isUnsent = await hasSentNothing(chosen.ledger, config);
    const asIs = async (ports: PreviewPorts) => ({
      // The ledger's own signals are shown, not a first look at what the API lists.
      firstLook: null,
      isUnsent,
      // Nothing runs on this machine that would send what is shown.
      isIdle: chosen.stage === null && !chosen.isRunning,
      routes: await previewRoutes(ports, request),
    });
    if (!options.fresh) return asIs({ table, config, now: begun });
    const { readFresh } = await import('./read-fresh.ts');
    // A running pipeline, which knows nothing of these calls, keeps nearly all of the rate.
    const shareOfRate = chosen.stage || chosen.isRunning ? 0.1 : 1;
    const read = (base: ReadableTable, given: SignalpostConfig) =>
      readFresh(base, given, localSecrets(options), { shareOfRate, tell: console.error });
    if (isUnsent) {
      const { firstRun } = config.watch;
      const { tickAt } = await chosen.ledger.polls.readProof(config.watch, begun);
      const { period, isBlind, routes } = await previewFirstLook(config, request, read);
      if (isBlind) throw nothingRead(options);
      return { firstLook: { period, firstRun, hasRun: tickAt !== null }, isUnsent, isIdle: false, routes };
    }
    const { table: fresh, isBlind } = await read(table, config);
    if (isBlind) throw nothingRead(options);
    return asIs({ table: fresh, config, now: systemClock.now(), freshSince: begun });
  };
  const { firstLook, isUnsent, isIdle, routes } = await withLedger(options, work, true);
  const { describeFirstLook, describePreview } = await import('../../view/words/describe-preview.ts');
  const telling = { full: options.full === true, now: begun, isFirst: firstLook !== null };
  const told = routes.map((one) => describePreview(one, telling));
  if (firstLook !== null) told.unshift(describeFirstLook(firstLook));
  if (firstLook?.hasRun === false) told.push([`Next: ${suggest('run --once', options)}`]);
  if (isIdle && routes.some(({ parts }) => parts.length > 0))
    told.push([`Nothing runs now, so nothing goes out before the next run: ${suggest('run', options)}`]);
  if (isUnsent && options.fresh !== true)
    told.push([`See the last 7 days of your signals as a digest: ${suggest('preview --fresh', options)}`]);
  const text = told.map((lines) => lines.join('\n')).join('\n\n');
  print(options, { firstLook: firstLook?.period ?? null, routes }, [text]);
}

function nothingRead(options: PreviewOptions): ConfigurationError {
  const fix = `find the fix with: ${suggest('doctor', options)}`;
  return new ConfigurationError([`nothing could be read, for the reasons above; ${fix}`]);
}

/** A file that is named says what a deploy would bring. */
function readChosen(chosen: ChosenLedger, options: PreviewOptions, command: Command) {
  const isOwnFile = command.getOptionValueSource('config') === 'cli';
  return isOwnFile ? loadLocalConfig(options) : chosen.readConfig();
}

async function previewColumns(options: PreviewOptions, file: string, command: Command): Promise<void> {
  const written = await readConfig(file, 'name one with --columns FILE');
  const columns = checkDeclared(isRecord(written) && 'columns' in written ? written.columns : written);
  const now = systemClock.now();
  const isGiven = command.getOptionValueSource('since') === 'cli';
  const since = readSince(isGiven ? options.since : '30d', now);
  const { compareColumns } = await import('../../view/preview/compare-columns.ts');
  const compare = async (chosen: ChosenLedger) => {
    const config = await readChosen(chosen, options, command);
    return compareColumns({ table: chosen.table, config, now }, columns, since);
  };
  const compared = await withLedger(options, compare, true);
  const { formatColumns } = await import('../../view/words/format-columns.ts');
  print(options, { columns: compared }, formatColumns(compared));
}
