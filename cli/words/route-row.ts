import { isoTime } from '../../shared/domain/clock.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { DigestListing } from '../../shared/ledger/digests/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import { isKeptBy } from './tell-digest.ts';
import { describeMutedOf, type MutedRow } from './tell-mutes.ts';

/** Printed by `--json` under these names. */
export interface RouteRow {
  readonly id: string;
  /** The kind of its destination; null for a route that was removed from the config. */
  readonly to: string | null;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly reason: string | null;
  /** ISO 8601; null when it is enabled. */
  readonly disabledSince: string | null;
  readonly signalsWaiting: number;
  /** Held back by a flood rule until an operator releases them. */
  readonly signalsHeld: number;
  /** Of the waiting ones, those that a mute holds; [] for a route that was removed from the config. */
  readonly muted: readonly MutedRow[];
  /** When the oldest pending signal or digest was created, ISO 8601; null if nothing is pending. */
  readonly oldestPendingAt: string | null;
  /** The digests whose last attempt failed and that are retried; null if there are none. */
  readonly failing: FailingDigests | null;
  readonly digests: readonly DigestRow[];
}

/** Digests that were attempted, did not arrive, and are retried automatically. */
export interface FailingDigests {
  readonly digests: number;
  /** The status of the last attempt, or why there was none. */
  readonly reason: string;
  /** When the oldest of them was first due, ISO 8601. */
  readonly since: string;
  readonly nextAttemptAt: string | null;
}

export interface DigestRow extends Omit<DigestListing, 'frozenAt' | 'dueAt' | 'deliveredAt' | 'resentAt'> {
  /** ISO 8601. */
  readonly frozenAt: string;
  /** ISO 8601; null for a digest that is kept until a command makes it due. */
  readonly nextAttemptAt: string | null;
  /** When an operator made it due again; null if never. */
  readonly resentAt: string | null;
}

/** More than this many signals of a route are not counted one by one. */
export const mostCounted = 10_000;

/** The routes of the config, then the routes that were removed from it while something is pending for them. */
export async function describeRoutes(
  ledger: Ledger,
  routes: readonly Route[],
  now: number,
): Promise<RouteRow[]> {
  const mutes = await ledger.listMutes();
  const rows: RouteRow[] = [];
  for (const { id, to } of routes) rows.push(await describeRoute(ledger, id, to.type, { mutes, now }));
  const vanished = await findVanished(ledger, routes);
  for (const pending of vanished) rows.push(await describePending(ledger, null, pending, []));
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

export async function describeRoute(
  ledger: Ledger,
  id: string,
  to: string | null,
  { mutes, now }: { readonly mutes: readonly Mute[]; readonly now: number },
): Promise<RouteRow> {
  const muted = await describeMutedOf(ledger, id, mutes, now);
  return describePending(ledger, to, await ledger.describePending(id, mostCounted), muted);
}

async function describePending(
  ledger: Pick<Ledger, 'readRoute'>,
  to: string | null,
  pending: PendingOfRoute,
  muted: readonly MutedRow[],
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
    muted,
    oldestPendingAt: isoOrNull(pending.oldestAt),
    failing: state === 'DISABLED' ? null : describeFailing(pending.digests),
    digests: pending.digests.map(rowOf),
  };
}

/** A digest that was only put off by a 429 has not failed: the attempt does not count. */
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

function rowOf({ frozenAt, dueAt, deliveredAt: _, resentAt, ...listing }: DigestListing): DigestRow {
  const times = { nextAttemptAt: isoOrNull(dueAt), resentAt: isoOrNull(resentAt) };
  return { ...listing, frozenAt: isoTime(frozenAt), ...times };
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}

/** `misplaced`: written for another kind of destination than the config's route of that name has. */
export function countDigests({ digests, state: routeState, to }: Pick<RouteRow, 'digests' | 'state' | 'to'>) {
  const inState = (...wanted: DigestRow['state'][]) => digests.filter(({ state }) => wanted.includes(state));
  const isMisplaced = (digest: DigestRow): boolean =>
    digest.state === 'HELD' && digest.destinationType !== to;
  const isKept = (digest: DigestRow): boolean => isKeptBy(routeState, digest) && !isMisplaced(digest);
  return {
    waiting: inState('FROZEN', 'SENDING').filter((digest) => !isKept(digest)).length,
    kept: digests.filter(isKept).length,
    misplaced: digests.filter(isMisplaced).length,
    dead: inState('DEAD').length,
    unknown: inState('UNKNOWN').length,
  };
}
