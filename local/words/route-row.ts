import { isoTime } from '../../shared/domain/clock.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { DigestListing } from '../../shared/ledger/digests/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';

/** Printed by `--json` under these names. */
export interface RouteRow {
  readonly id: string;
  /** The kind of its destination; null for a route that the config has no more. */
  readonly to: string | null;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly reason: string | null;
  /** ISO 8601; null when it is enabled. */
  readonly disabledSince: string | null;
  readonly signalsWaiting: number;
  /** Kept back from a flood until someone releases them. */
  readonly signalsHeld: number;
  /** When the oldest of all that is pending came, ISO 8601; null when nothing is. */
  readonly oldestPendingAt: string | null;
  /** What its last attempts came to, where they failed; null when none waits for another attempt. */
  readonly failing: FailingDigests | null;
  readonly digests: readonly DigestRow[];
}

/** Digests that were attempted, did not arrive, and are attempted again by themselves. */
export interface FailingDigests {
  readonly digests: number;
  /** Of the last attempt: the status, or why there was none. */
  readonly reason: string;
  /** When the oldest of them was first due, ISO 8601. */
  readonly since: string;
  readonly nextAttemptAt: string | null;
}

export interface DigestRow extends Omit<DigestListing, 'frozenAt' | 'dueAt' | 'replayedAt'> {
  /** ISO 8601. */
  readonly frozenAt: string;
  /** ISO 8601; null for what is kept until someone makes it due. */
  readonly nextAttemptAt: string | null;
  /** When it was made due once more after it had been delivered. */
  readonly replayedAt: string | null;
}

/** More than this many signals of a route are not counted one by one. */
export const mostCounted = 10_000;

/** The routes of the config, then the routes that were removed from it while something is pending for them. */
export async function describeRoutes(ledger: Ledger, routes: readonly Route[]): Promise<RouteRow[]> {
  const rows: RouteRow[] = [];
  for (const route of routes) rows.push(await describeRoute(ledger, route.id, route.to.type));
  const vanished = await findVanished(ledger, routes);
  for (const pending of vanished) rows.push(await describePending(ledger, null, pending));
  return rows;
}

/** What is pending for routes that were removed from the config. */
export function findVanished(
  ledger: Pick<Ledger, 'findVanished'>,
  routes: readonly Pick<Route, 'id'>[],
): Promise<PendingOfRoute[]> {
  return ledger.findVanished(
    routes.map(({ id }) => id),
    mostCounted,
  );
}

export async function describeRoute(ledger: Ledger, id: string, to: string | null): Promise<RouteRow> {
  return describePending(ledger, to, await ledger.describePending(id, mostCounted));
}

async function describePending(
  ledger: Pick<Ledger, 'readRoute'>,
  to: string | null,
  pending: PendingOfRoute,
): Promise<RouteRow> {
  const { state, reason, since } = await ledger.readRoute(pending.routeId);
  return {
    id: pending.routeId,
    to,
    state,
    reason,
    disabledSince: state === 'DISABLED' ? isoOrNull(since) : null,
    signalsWaiting: pending.signalsWaiting,
    signalsHeld: pending.signalsHeld,
    oldestPendingAt: isoOrNull(pending.oldestAt),
    failing: state === 'DISABLED' ? null : describeFailing(pending.digests),
    digests: pending.digests.map(rowOf),
  };
}

/** A digest that was put off by a 429 has failed at nothing: no attempt counts. */
function describeFailing(digests: readonly DigestListing[]): FailingDigests | null {
  const failing = digests.filter(
    ({ state, attempts, reason }) =>
      (state === 'FROZEN' || state === 'SENDING') && attempts > 0 && reason !== null,
  );
  const newest = failing.toSorted((one, other) => other.frozenAt - one.frozenAt)[0];
  if (newest === undefined) return null;
  const due = failing.flatMap(({ dueAt }) => dueAt ?? []);
  return {
    digests: failing.length,
    reason: newest.reason ?? '',
    since: isoTime(Math.min(...failing.map(({ frozenAt }) => frozenAt))),
    nextAttemptAt: isoOrNull(due.length === 0 ? null : Math.min(...due)),
  };
}

function rowOf({ frozenAt, dueAt, replayedAt, ...listing }: DigestListing): DigestRow {
  const times = { nextAttemptAt: isoOrNull(dueAt), replayedAt: isoOrNull(replayedAt) };
  return { ...listing, frozenAt: isoTime(frozenAt), ...times };
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}

/** `misplaced`: written for another kind of destination than the config's route of that name has. */
export function countDigests({ digests, state: routeState }: Pick<RouteRow, 'digests' | 'state'>) {
  const inState = (...wanted: DigestRow['state'][]) => digests.filter(({ state }) => wanted.includes(state));
  const isKept = (digest: DigestRow): boolean => isKeptBy(routeState, digest);
  return {
    waiting: inState('FROZEN', 'SENDING').filter((digest) => !isKept(digest)).length,
    kept: digests.filter(isKept).length,
    misplaced: digests.filter(({ state, misplaced }) => state === 'HELD' && misplaced).length,
    dead: inState('DEAD').length,
    unknown: inState('UNKNOWN').length,
  };
}

/** A disabled route makes no attempt, so it keeps what waits for one, too: the sweep writes that down when it is due. */
export function isKeptBy(routeState: RouteRow['state'], { state, misplaced }: DigestRow): boolean {
  return (state === 'HELD' && !misplaced) || (state === 'FROZEN' && routeState === 'DISABLED');
}
