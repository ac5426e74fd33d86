import type { Command } from 'commander';
import { counted } from '../../../shared/domain/counted.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { now } from '../../machine/tick.ts';
import { findTroubles } from '../../words/route-needs.ts';
import { describeRoutes, tellRoute } from '../../words/route-report.ts';
import { openChosen } from '../open-chosen.ts';
import { addPlaceOptions, loadLocalConfig, type PlaceOptions } from '../options.ts';
import { createProgress } from '../progress.ts';
import { reportMadeDue } from './report-made-due.ts';

export function addRouteCommands(program: Command): void {
  const add = (name: string, description: string): Command =>
    addPlaceOptions(program.command(name)).description(description);
  add(
    'routes',
    'show each route: its state, what waits and what is kept; ends with 1 when one is disabled or does not deliver',
  ).action(showRoutes);
  add('resume', 'enable a disabled route again: what it kept goes out')
    .argument('<route>', "the route's id")
    .action((id: string, options: PlaceOptions) => makeDigestsDue(id, options, ['HELD'], true));
  add(
    'redrive',
    'make the digests of a route that were given up due again, each with its whole schedule of attempts',
  )
    .argument('<route>', "the route's id")
    .action((id: string, options: PlaceOptions) => makeDigestsDue(id, options, ['DEAD'], false));
  add('release', 'send the signals of a flood that a route holds back: they go out with its next digests')
    .argument('<route>', "the route's id")
    .action(releaseSignals);
}

async function showRoutes(options: PlaceOptions): Promise<void> {
  const { routes } = await loadLocalConfig(options);
  const chosen = await openChosen(options);
  try {
    const rows = await describeRoutes(chosen.ledger, routes);
    if (options.json) console.log(JSON.stringify({ routes: rows }));
    else for (const row of rows) console.log(tellRoute(row, now(), atStage(options)));
    if (rows.some((row) => findTroubles(row, now()).length > 0)) process.exitCode = 1;
  } finally {
    chosen.close();
  }
}

async function makeDigestsDue(
  id: string,
  options: PlaceOptions,
  from: readonly ['HELD' | 'DEAD'],
  enable: boolean,
): Promise<void> {
  const { to } = await checkRoute(id, options);
  const chosen = await openChosen(options);
  try {
    if (enable) await chosen.ledger.enableRoute(id, now());
    const kept = await chosen.ledger.listUndelivered(id);
    const progress = createProgress('made due', kept.length);
    let released = 0;
    let otherType = 0;
    for (const digest of kept) {
      // What the config has no route for is the sweep's to look after, once it has one.
      if (digest.misplaced) continue;
      if (digest.destinationType !== to.type) {
        if (digest.state === from[0]) otherType += 1;
        continue;
      }
      if (await chosen.ledger.makeDue(digest, from, now())) released += 1;
      progress.step();
    }
    progress.end();
    const sending = { ...options, runner: chosen.runner };
    await reportMadeDue({ routeId: id, released, enabled: enable }, sending, {
      print: (line) => console.log(line),
      countWaiting: async () => (await chosen.ledger.countWaiting(id, now())).signals,
    });
    if (otherType > 0) console.error(tellOtherType(id, otherType, to.type, options));
  } finally {
    chosen.close();
  }
}

function tellOtherType(id: string, count: number, type: string, options: PlaceOptions): string {
  const at = atStage(options);
  const were = count === 1 ? 'was' : 'were';
  return (
    `route ${id}: ${counted(count, 'digest')} ${were} written for another kind of destination than ${type}, and stay: ` +
    `signalpost hand-over ${id} --to ROUTE${at} gives them to a route of that kind, signalpost discard ${id}${at} throws them away.`
  );
}

async function releaseSignals(id: string, options: PlaceOptions): Promise<void> {
  await checkRoute(id, options);
  const chosen = await openChosen(options);
  try {
    const held = await chosen.ledger.countHeld(id);
    if (held > 500) console.error(`releasing ${counted(held, 'signal')} …`);
    const released = await chosen.ledger.releaseHeld(id);
    if (options.json) console.log(JSON.stringify({ routeId: id, signalsReleased: released }));
    else if (released === 0) console.log(`route ${id}: nothing is held back, so there is nothing to send.`);
    else {
      const isDisabled = (await chosen.ledger.readRoute(id)).state === 'DISABLED';
      const when = isDisabled
        ? `they wait, since the route is disabled: signalpost resume ${id}${atStage(options)}`
        : 'the next digests carry them';
      console.log(`route ${id}: ${counted(released, 'signal')} released; ${when}.`);
    }
  } finally {
    chosen.close();
  }
}

async function checkRoute(id: string, options: PlaceOptions): Promise<Route> {
  const { routes } = await loadLocalConfig(options);
  const route = routes.find((one) => one.id === id);
  if (route) return route;
  const known = routes.map((route) => route.id).join(', ');
  throw new ConfigurationError([`no route is called ${JSON.stringify(id)}; the config has: ${known}`]);
}

/** What a command needs besides to work on the same state as this one. */
export function atStage({ stage }: Pick<PlaceOptions, 'stage'>): string {
  return stage === undefined ? '' : ` --stage ${stage}`;
}
