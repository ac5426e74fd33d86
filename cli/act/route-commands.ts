import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { loadLocalConfig } from '../own-config.ts';
import { createProgress } from '../progress.ts';
import { withLedger } from '../with-ledger.ts';
import { needsOf } from '../words/route-needs.ts';
import { describeRoutes } from '../words/route-row.ts';
import { tellRoute } from '../words/tell-route.ts';
import { reportMadeDue } from './report-made-due.ts';

export function addRouteCommands(program: Command): void {
  const add = (name: string, description: string): Command =>
    addPlaceOptions(program.command(name)).description(description);
  add(
    'routes',
    "show each route's state and backlog; exit with 1 when a route is disabled or fails to deliver",
  ).action(showRoutes);
  add('resume', 'enable a disabled route, and send its backlog')
    .argument('<route>', "the route's id")
    .action((id: string, options: PlaceOptions) => makeDigestsDue(id, options, true));
  add('redrive', 'retry the digests of a route that were given up, each with its full schedule of attempts')
    .argument('<route>', "the route's id")
    .action((id: string, options: PlaceOptions) => makeDigestsDue(id, options, false));
  add('release', "send the signals that a flood rule held, with the route's next digests")
    .argument('<route>', "the route's id")
    .action(releaseSignals);
}

async function showRoutes(options: PlaceOptions): Promise<void> {
  const { routes, routing } = await loadLocalConfig(options);
  // Imported here: words for cron expressions load slowly, and a help text must not wait for them.
  const { explainRoute } = await import('../words/explain-route/explain-route.ts');
  const sentences = new Map(routes.map((route) => [route.id, explainRoute(route, routing)]));
  await withLedger(options, async (chosen) => {
    const now = systemClock.now();
    const rows = await describeRoutes(chosen.ledger, routes, now);
    const told = rows.map((row) => ({
      row,
      needs: needsOf(row, now, atStage(options)),
      does: sentences.get(row.id) ?? null,
    }));
    if (options.json)
      console.log(JSON.stringify({ routes: told.map(({ row, does }) => ({ ...row, does })) }));
    else for (const { row, needs, does } of told) console.log(tellRoute(row, needs, does));
    // Signals that a flood rule holds back are intended by the config.
    if (told.some(({ needs }) => needs.some(({ kind }) => kind !== 'held'))) process.exitCode = 1;
  });
}

async function makeDigestsDue(id: string, options: PlaceOptions, enable: boolean): Promise<void> {
  const { to } = await checkRoute(id, options);
  await withLedger(options, async (chosen) => {
    const wasDisabled = (await chosen.ledger.readRoute(id)).state === 'DISABLED';
    if (enable) await chosen.ledger.enableRoute(id, systemClock.now());
    const from = enable ? statesKept(wasDisabled) : (['DEAD'] as const);
    const kept = await chosen.ledger.listUndelivered(id);
    const progress = createProgress('checked', kept.length);
    let released = 0;
    let otherType = 0;
    for (const digest of kept) {
      progress.step();
      const state = from.find((one) => one === digest.state);
      if (state === undefined) continue;
      if (digest.destinationType !== to.type) otherType += 1;
      // The sweep makes misplaced digests due, once the config has a route for them again.
      else if (!digest.misplaced && (await chosen.ledger.makeDue(digest, [state], systemClock.now())))
        released += 1;
    }
    progress.end();
    const sending = { ...options, runner: chosen.runner };
    const made = { routeId: id, released, enabled: enable, disabled: wasDisabled && !enable };
    await reportMadeDue(made, sending, {
      print: (line) => console.log(line),
      countWaiting: async () => (await chosen.ledger.countWaiting(id, systemClock.now())).signals,
    });
    if (otherType > 0) console.error(tellOtherType(id, otherType, to.type, options));
  });
}

/** A disabled route makes no attempts, so the digests that wait for one are kept too. */
function statesKept(isDisabled: boolean): readonly ('HELD' | 'FROZEN')[] {
  return isDisabled ? ['HELD', 'FROZEN'] : ['HELD'];
}

function tellOtherType(id: string, count: number, type: string, options: PlaceOptions): string {
  const at = atStage(options);
  const were = count === 1 ? 'was' : 'were';
  return (
    `route ${id}: ${counted(count, 'digest')} ${were} written for another kind of destination than ${type}, and are kept. ` +
    `To send them, set the route's destination back until they are delivered. To delete them: signalpost discard ${id}${at}`
  );
}

async function releaseSignals(id: string, options: PlaceOptions): Promise<void> {
  await checkRoute(id, options);
  await withLedger(options, async (chosen) => {
    const held = await chosen.ledger.countHeld(id);
    if (held > 500) console.error(`releasing ${counted(held, 'signal')} …`);
    const released = await chosen.ledger.releaseHeld(id);
    if (options.json) console.log(JSON.stringify({ routeId: id, signalsReleased: released }));
    else if (released === 0) console.log(`route ${id}: nothing is held back, so there is nothing to send.`);
    else {
      const isDisabled = (await chosen.ledger.readRoute(id)).state === 'DISABLED';
      const when = isDisabled
        ? `they wait, because the route is disabled: signalpost resume ${id}${atStage(options)}`
        : 'the next digests carry them';
      console.log(`route ${id}: ${counted(released, 'signal')} released; ${when}.`);
    }
  });
}

async function checkRoute(id: string, options: PlaceOptions): Promise<Route> {
  const { routes } = await loadLocalConfig(options);
  const route = routes.find((one) => one.id === id);
  if (route) return route;
  const known = routes.map((route) => route.id).join(', ');
  throw new ConfigurationError([`no route is called ${JSON.stringify(id)}; the config has: ${known}`]);
}
