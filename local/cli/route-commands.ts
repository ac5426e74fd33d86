import type { Command } from 'commander';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/route.ts';
import type { DigestListing } from '../../shared/ledger/digests.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { openState } from '../pipeline/open-state.ts';
import { now } from '../tick.ts';
import { addCommonOptions, type CommonOptions, loadLocalConfig } from './options.ts';

interface RouteOptions extends CommonOptions {
  readonly json?: boolean;
  readonly allowLocalDestinations?: boolean;
}

export function addRouteCommands(program: Command): void {
  const add = (name: string, description: string): Command =>
    addCommonOptions(program.command(name))
      .description(description)
      .option('--json', 'print one object on stdout')
      .option('--allow-local-destinations', 'permit plain http and loopback addresses in the config');
  add('routes', 'show each route: its state, what waits for it and what is kept').action(showRoutes);
  add('resume', 'enable a disabled route again: what it kept goes out with the next run')
    .argument('<route>', "the route's id")
    .action((id: string, options: RouteOptions) => release(id, options, ['HELD'], true));
  add(
    'redrive',
    'make the digests of a route that were given up due again, each with its whole schedule of attempts',
  )
    .argument('<route>', "the route's id")
    .action((id: string, options: RouteOptions) => release(id, options, ['DEAD'], false));
}

async function showRoutes(options: RouteOptions): Promise<void> {
  const { routes } = await loadLocalConfig(options);
  const state = openState(options.state);
  try {
    const rows = [];
    for (const route of routes) rows.push(await describeRoute(state.ledger, route));
    if (options.json) console.log(JSON.stringify({ routes: rows }));
    else for (const row of rows) console.log(tellRoute(row));
  } finally {
    state.close();
  }
}

interface RouteRow {
  readonly id: string;
  readonly to: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly reason: string | null;
  readonly signalsWaiting: number;
  readonly digests: readonly DigestListing[];
}

/** More than this many waiting signals are not counted one by one. */
const mostCounted = 10_000;

async function describeRoute(ledger: Ledger, route: Route): Promise<RouteRow> {
  const { state, reason } = await ledger.readRoute(route.id);
  const signalsWaiting = (await ledger.readOutbox(route.id, mostCounted)).length;
  const digests = await ledger.listUndelivered(route.id);
  return { id: route.id, to: route.to.type, state, reason, signalsWaiting, digests };
}

function tellRoute({ id, to, state, reason, signalsWaiting, digests }: RouteRow): string {
  const count = (wanted: string): number => digests.filter((digest) => digest.state === wanted).length;
  const head = `${id} (${to}): ${state === 'ENABLED' ? 'enabled' : `disabled, ${reason ?? 'no reason was written down'}`}`;
  const waiting = count('FROZEN') + count('SENDING');
  return `${head}\n  ${signalsWaiting} signals wait for a digest · ${waiting} digests wait for an attempt · ${count('HELD')} kept · ${count('DEAD')} given up`;
}

async function release(
  id: string,
  options: RouteOptions,
  from: readonly ['HELD' | 'DEAD'],
  enable: boolean,
): Promise<void> {
  const { routes } = await loadLocalConfig(options);
  if (!routes.some((route) => route.id === id)) {
    const known = routes.map((route) => route.id).join(', ');
    throw new ConfigurationError([`no route is called ${JSON.stringify(id)}; the config has: ${known}`]);
  }
  const state = openState(options.state);
  try {
    if (enable) await state.ledger.enableRoute(id);
    let released = 0;
    for (const digest of await state.ledger.listUndelivered(id)) {
      if (await state.ledger.makeDue(digest, from, now())) released += 1;
    }
    if (options.json) console.log(JSON.stringify({ routeId: id, digestsReleased: released }));
    else console.log(tellReleased(id, released, enable));
  } finally {
    state.close();
  }
}

function tellReleased(id: string, released: number, enable: boolean): string {
  const state = enable ? `route ${id} is enabled` : `route ${id}`;
  if (released === 0) return `${state}: nothing was kept, so there is nothing to send.`;
  return `${state}: ${released} digests are due; the next run sends them.`;
}
