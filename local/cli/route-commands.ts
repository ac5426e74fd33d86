import type { Command } from 'commander';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { openState } from '../pipeline/open-state.ts';
import { now } from '../tick.ts';
import { addCommonOptions, type CommonOptions, loadLocalConfig } from './options.ts';
import { describeRoute, plural, tellRoute } from './route-report.ts';

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
    .action((id: string, options: RouteOptions) => makeDigestsDue(id, options, ['HELD'], true));
  add(
    'redrive',
    'make the digests of a route that were given up due again, each with its whole schedule of attempts',
  )
    .argument('<route>', "the route's id")
    .action((id: string, options: RouteOptions) => makeDigestsDue(id, options, ['DEAD'], false));
  add('release', 'send the signals of a flood that a route holds back: they go out with its next digests')
    .argument('<route>', "the route's id")
    .action(releaseSignals);
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

async function makeDigestsDue(
  id: string,
  options: RouteOptions,
  from: readonly ['HELD' | 'DEAD'],
  enable: boolean,
): Promise<void> {
  await checkRoute(id, options);
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
  return `${state}: ${plural(released, 'digest')} ${released === 1 ? 'is' : 'are'} due; the next run sends ${released === 1 ? 'it' : 'them'}.`;
}

async function releaseSignals(id: string, options: RouteOptions): Promise<void> {
  await checkRoute(id, options);
  const state = openState(options.state);
  try {
    const released = await state.ledger.releaseHeld(id);
    if (options.json) console.log(JSON.stringify({ routeId: id, signalsReleased: released }));
    else if (released === 0) console.log(`route ${id}: nothing is held back, so there is nothing to send.`);
    else console.log(`route ${id}: ${plural(released, 'signal')} released; the next digests carry them.`);
  } finally {
    state.close();
  }
}

async function checkRoute(id: string, options: RouteOptions): Promise<void> {
  const { routes } = await loadLocalConfig(options);
  if (routes.some((route) => route.id === id)) return;
  const known = routes.map((route) => route.id).join(', ');
  throw new ConfigurationError([`no route is called ${JSON.stringify(id)}; the config has: ${known}`]);
}
