import type { Command } from 'commander';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { withLedger } from '../with-ledger.ts';
import { type PendingRow, readPending, tellPending } from './pending-report.ts';

export function addPendingCommand(program: Command): void {
  addPlaceOptions(program.command('pending'))
    .description('list the pending signals and the undelivered digests')
    .argument('[route]', "the route's id (default: all routes, removed ones included)")
    .action(showPending);
}

async function showPending(id: string | undefined, options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { routes } = await chosen.readConfig();
    const ids = await selectRoutes(chosen.ledger, routes, id);
    const now = systemClock.now();
    const mutes = await chosen.ledger.listMutes();
    const rows: PendingRow[] = [];
    for (const routeId of ids) {
      rows.push(await readPending(chosen.ledger, routes, routeId, { mutes, now }));
    }
    if (options.json) console.log(JSON.stringify({ routes: rows }));
    else for (const line of tellPending(rows, now)) console.log(line);
  });
}

/** The routes of the config, and the removed routes that the ledger knows. */
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
    `ROUTE: found ${JSON.stringify(id)}, which is neither in the config nor in the ledger; the routes are: ${known.join(', ')}`,
  ]);
}
