import { defaultQuietAfter } from '../../../shared/domain/alerts/alert.ts';
import {
  type AlertFacts,
  type CallsOfHour,
  mostCounted,
  type RouteFacts,
} from '../../../shared/domain/alerts/facts.ts';
import { inParallel } from '../../../shared/domain/concurrency.ts';
import { parseDuration } from '../../../shared/domain/duration.ts';
import { rhythmOf } from '../../../shared/domain/health/facts.ts';
import { isPaused } from '../../../shared/domain/routes/pause.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { restOf } from '../../../shared/domain/routes/route-view.ts';
import { findUnseenNames } from '../../../shared/domain/routes/unseen-names.ts';
import { readSeenNames } from '../../lookups/find-unseen.ts';
import { isOver, owedMs, signalsLateMs } from '../../lookups/measure-lateness.ts';
import type { ReadRoute } from '../../lookups/read-routes-once.ts';
import type { ComposePorts } from '../digests/ports.ts';

/** More digests of each end of a backlog would cost reads. */
const mostDigests = 25;
const atOnce = 4;

/** `readRoute`: the sweep's, which may have looked before it composed. */
export async function gatherFacts(
  ports: ComposePorts,
  readRoute: ReadRoute,
  { lastHour, isNewHour }: { readonly lastHour: CallsOfHour | null; readonly isNewHour: boolean },
): Promise<AlertFacts> {
  const { config, ledger, clock } = ports;
  const now = clock.now();
  const routeIds = config.routes.map(({ id }) => id);
  const troubles = await ledger.troubles.list(null);
  const [reading, hotColumns, routes, removed] = await Promise.all([
    ledger.polls.readProof(config.watch, now, troubles),
    inParallel(config.hot.columns, atOnce, async ({ name }) => {
      return { name, seenAt: await ledger.columns.readColumnSeen(name) };
    }),
    inParallel(config.routes, atOnce, (route) => gatherRoute(ports, route, readRoute)),
    ledger.pending.countVanished(routeIds, mostCounted),
  ]);
  return {
    now,
    lastHour,
    reading,
    troubles,
    hotColumns,
    routes,
    removed,
    rhythm: rhythmOf(config.watch, ports.isLasting ?? true),
    // It reads an item for each buyer where a match names one, so it is judged once an hour.
    misspelt: isNewHour ? findUnseenNames(config, await readSeenNames(ledger, config)).notFound : null,
    quietAfterMs: parseDuration(config.alarms?.quietAfter ?? defaultQuietAfter),
    lastNewAt: reading.lastNewAt ?? reading.since,
  };
}

async function gatherRoute(ports: ComposePorts, route: Route, readRoute: ReadRoute): Promise<RouteFacts> {
  const { ledger, clock } = ports;
  const [reading, owed, troubles] = await Promise.all([
    readRoute(route),
    ledger.digests.listOutermost(route.id, mostDigests),
    ledger.troubles.list(route.id),
  ]);
  const { state, reason, held } = reading.item;
  const isStill = state === 'DISABLED';
  const now = clock.now();
  return {
    routeId: route.id,
    isStill,
    held,
    troubles: troubles.filter((trouble) => !isOver(route, reading.item, trouble, now)),
    rest: restOf(ports.config.routes, reading.item)?.id,
    disabled: isStill && !isPaused(reading.item) ? (reason ?? 'no reason was recorded') : null,
    signalsLateMs: signalsLateMs(ports, reading),
    isAll: owed.isAll,
    digests: owed.digests
      // A later version wrote an unknown state, and judges it.
      .filter((digest) => digest.state !== 'UNKNOWN')
      .map((digest) => ({
        digestId: digest.digestId,
        attempts: digest.attempts,
        reason: digest.reason,
        isDead: digest.state === 'DEAD',
        lateMs: owedMs(route, digest, now),
      })),
  };
}
