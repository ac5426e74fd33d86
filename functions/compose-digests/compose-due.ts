import { inParallel } from '../../shared/domain/concurrency.ts';
import { delayOf } from '../../shared/domain/routes/delay.ts';
import { isDue } from '../../shared/domain/routes/due.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { WaitingEntry } from '../../shared/domain/routes/pending.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { partMs } from './check-time.ts';
import { type ComposeResult, composeDigests } from './compose-digests.ts';
import type { ComposePorts, ComposeRequest } from './ports.ts';

const minuteMs = 60_000;
/** A smaller share might begin no part of a digest, and send nothing. */
const leastShareMs = 2 * partMs;

type DueRequest = Pick<ComposeRequest, 'dryRun' | 'deadline'>;

/**
 * Composes the routes that have something to send, one after the other: a schedule for each would take as many
 * concurrent executions, of ten that a new account has. Every route is tried, and has its share of the time. The next
 * minute begins with another one, so that a few with large backlogs can't always be the first.
 */
export async function composeDue(
  ports: ComposePorts,
  routes: readonly Route[],
  request: DueRequest,
): Promise<ComposeResult[]> {
  const mutes = await ports.ledger.listMutes();
  const first = Math.floor(ports.clock.now() / minuteMs) % routes.length;
  const inTurn = [...routes.slice(first), ...routes.slice(0, first)];
  let left = inTurn.length;
  const results = await inParallel(inTurn, 1, async (route) => {
    const now = ports.clock.now();
    const share = Math.max((request.deadline - now) / left, leastShareMs);
    left -= 1;
    if (!(await mayBeDue(ports, route, mutes))) return null;
    const deadline = Math.min(now + share, request.deadline);
    return composeDigests(ports, { route, dryRun: request.dryRun, deadline });
  });
  return results.filter((result) => result !== null);
}

/** By its oldest entries: a route that waits for its time is not read through each minute. */
async function mayBeDue(ports: ComposePorts, route: Route, mutes: readonly Mute[]): Promise<boolean> {
  const now = ports.clock.now();
  const round = route.gather === undefined ? null : (await ports.ledger.readRoute(route.id)).round;
  // Whether a summary is there is asked by the composition.
  const delaying = { route, mutes, round, hasSummary: () => true };
  const isDelayed = (entry: WaitingEntry): boolean =>
    (delayOf(delaying, entry, now)?.reason ?? 'quiet') !== 'quiet';
  const oldest = await ports.ledger.readOldestEntries(route.id, isDelayed);
  return isDue(
    route,
    oldest.map(({ enteredAt }) => enteredAt),
    now,
    ports.nextSlot,
  );
}
