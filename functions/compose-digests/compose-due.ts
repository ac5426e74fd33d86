import { beginElsewhere, inParallel } from '../../shared/domain/concurrency.ts';
import { type Delaying, delayOf } from '../../shared/domain/routes/delay.ts';
import { isDue } from '../../shared/domain/routes/due.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { WaitingEntry } from '../../shared/domain/routes/pending.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { RouteState } from '../../shared/ledger/routes/routes.ts';
import { partMs } from './check-time.ts';
import { type ComposeResult, composeDigests } from './compose-digests.ts';
import type { ComposePorts, ComposeRequest } from './ports.ts';

const minuteMs = 60_000;
/** A smaller share might begin no part of a digest, and send nothing. */
const leastShareMs = 2 * partMs;

interface DueRequest extends Pick<ComposeRequest, 'dryRun' | 'deadline'> {
  readonly lookAt: LookAt;
}

/**
 * Composes the routes that have something to send, one after the other: a schedule for each would take as many
 * concurrent executions, of ten that a new account has. Every route is tried, and has its share of the time. The next
 * minute begins with another one, so that a few with large backlogs can't always be the first.
 */
export async function composeDue(
  ports: ComposePorts,
  routes: readonly Route[],
  { dryRun, deadline, lookAt }: DueRequest,
): Promise<ComposeResult[]> {
  const { clock, nextSlot } = ports;
  const inTurn = beginElsewhere(routes, Math.floor(clock.now() / minuteMs));
  let left = inTurn.length;
  const results = await inParallel(inTurn, 1, async (route) => {
    const now = clock.now();
    const share = Math.max((deadline - now) / left, leastShareMs);
    left -= 1;
    const { item, oldest } = await lookAt(route);
    const entered = oldest.map(({ enteredAt }) => enteredAt);
    if (!isDue(route, item.round, entered, now, nextSlot)) return null;
    return composeDigests(ports, { route, dryRun, deadline: Math.min(now + share, deadline) });
  });
  return results.filter((result) => result !== null);
}

/** What tells whether a route has something to send, and since when, without reading its outbox through. */
export interface RouteLook {
  readonly item: RouteState;
  readonly delaying: Delaying;
  /** The oldest entries, without those that are muted or gathered. */
  readonly oldest: readonly WaitingEntry[];
}

export type LookAt = (route: Route) => Promise<RouteLook>;

/** Looks at each route once. */
export function lookOnce({ ledger, clock }: ComposePorts): LookAt {
  let mutes: Promise<readonly Mute[]> | null = null;
  const looks = new Map<string, Promise<RouteLook>>();
  const look = async (route: Route): Promise<RouteLook> => {
    mutes ??= ledger.listMutes();
    const listed = await mutes;
    const item = await ledger.readRoute(route.id);
    // Whether a summary is there is asked by the composition.
    const delaying = { route, mutes: listed, round: item.round, hasSummary: () => true };
    // In quiet hours every entry is delayed: the reading would go through the whole outbox to say so.
    const isDelayed = (entry: WaitingEntry): boolean =>
      (delayOf(delaying, entry, clock.now())?.reason ?? 'quiet') !== 'quiet';
    return { item, delaying, oldest: await ledger.readOldestEntries(route.id, isDelayed) };
  };
  return (route) => {
    const known = looks.get(route.id) ?? look(route);
    looks.set(route.id, known);
    return known;
  };
}
