import type { Command } from 'commander';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { now } from '../../machine/tick.ts';
import { openChosen } from '../open-chosen.ts';
import { addPlaceOptions, loadLocalConfig, type PlaceOptions } from '../options.ts';
import { type PendingRow, readPending, tellPending } from './pending-report.ts';

export function addPendingCommand(program: Command): void {
  addPlaceOptions(program.command('pending'))
    .description('list the pending signals and the undelivered digests')
    .argument('[route]', "the route's id; all routes without it, those that the config has no more as well")
    .action(showPending);
}

async function showPending(id: string | undefined, options: PlaceOptions): Promise<void> {
  const { routes } = await loadLocalConfig(options);
  const chosen = await openChosen(options);
  try {
    const ids = await selectRoutes(chosen.ledger, routes, id);
    const rows: PendingRow[] = [];
    for (const routeId of ids) {
      rows.push(await readPending(chosen.ledger, routes, routeId, now()));
    }
    if (options.json) console.log(JSON.stringify({ routes: rows }));
    else for (const line of tellPending(rows, now())) console.log(line);
  } finally {
    chosen.close();
  }
}

/** The routes of the config, and those that anything was ever recorded for. */
async function selectRoutes(
  ledger: Ledger,
  routes: readonly Route[],
  id: string | undefined,
): Promise<string[]> {
  const registered = (await ledger.listRoutes()).map(({ routeId }) => routeId);
  const known = [...new Set([...routes.map((route) => route.id), ...registered])];
  if (id === undefined) return known;
  if (known.includes(id)) return [id];
  throw new ConfigurationError([
    `no route is called ${JSON.stringify(id)}, now or earlier; there are: ${known.join(', ')}`,
  ]);
}
