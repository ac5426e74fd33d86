import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { withLedger } from '../with-ledger.ts';
import { atMost, type Need, needsOf } from '../words/route-needs.ts';
import { countDigests, type DigestRow, describeRoutes, type RouteRow } from '../words/route-row.ts';
import { tellMutedOf } from '../words/tell-mutes.ts';

export function addRoutesCommand(program: Command): void {
  addPlaceOptions(program.command('routes'))
    .description(
      "show each route's state and backlog; exit with 1 when a route is disabled or fails to deliver",
    )
    .action(showRoutes);
}

async function showRoutes(options: PlaceOptions): Promise<void> {
  // Imported here: words for cron expressions load slowly, and a help text must not wait for them.
  const { explainRoute } = await import('../words/explain-route.ts');
  await withLedger(options, async ({ ledger, readConfig }) => {
    const { routes, routing } = await readConfig();
    const sentences = new Map(routes.map((route) => [route.id, explainRoute(route, routing)]));
    const now = systemClock.now();
    const told = (await describeRoutes(ledger, routes, now)).map((row) => ({
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

/** A line for the route's state, one for everything that waits or needs attention, and one for what it does. */
function tellRoute(row: RouteRow, needs: readonly Need[], does: string | null): string {
  const { id, to, state, digests, signalsWaiting } = row;
  const { waiting, unknown } = countDigests(row);
  const isRouted = to !== null;
  const lines = [
    // The need of a removed route counts what is pending for it.
    isRouted && signalsWaiting > 0 && `${atMost(signalsWaiting, 'signal')} waiting for a digest`,
    ...row.muted.map(tellMutedOf),
    isRouted && waiting > 0 && `${counted(waiting, 'digest')} waiting for an attempt${ofHeartbeats(digests)}`,
    ...needs.map(({ found, fix }) => (fix === null ? found : `${found}: ${fix}`)),
    unknown > 0 && `${counted(unknown, 'digest')} in a state of a newer version: go back to that version`,
  ].filter((line) => line !== false);
  const shown = [...(lines.length > 0 ? lines : ['nothing is pending']), ...(does === null ? [] : [does])];
  const heading = `${id} (${to ?? 'not in the config'}): ${state === 'ENABLED' ? 'enabled' : 'disabled'}`;
  return [heading, ...shown.map((line) => `  ${line}`)].join('\n');
}

/** Heartbeats contain no signals, so they are listed separately. */
function ofHeartbeats(digests: readonly DigestRow[]): string {
  const waiting = digests.filter(({ state }) => state === 'FROZEN' || state === 'SENDING');
  const beats = waiting.filter(({ heartbeat }) => heartbeat).length;
  if (beats === 0) return '';
  return beats === waiting.length ? ' (heartbeats only)' : ` (${counted(beats, 'heartbeat')} among them)`;
}
