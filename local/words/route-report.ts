import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { DigestListing } from '../../shared/ledger/digests/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { tellTime, tellWhen } from './tell-time.ts';

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
const mostCounted = 10_000;

/** The routes of the config, then those that it has no more and that something is pending for. */
export async function describeRoutes(ledger: Ledger, routes: readonly Route[]): Promise<RouteRow[]> {
  const rows: RouteRow[] = [];
  for (const route of routes) rows.push(await describeRoute(ledger, route.id, route.to.type));
  const vanished = await ledger.findVanished(routes.map(({ id }) => id));
  for (const { routeId } of vanished) rows.push(await describeRoute(ledger, routeId, null));
  return rows;
}

export async function describeRoute(ledger: Ledger, id: string, to: string | null): Promise<RouteRow> {
  const { state, reason, since } = await ledger.readRoute(id);
  const pending = await ledger.describePending(id, mostCounted);
  return {
    id,
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

/** How many digests of a route wait for an attempt, are kept with it, were given up, or are for no route of the config. */
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

/**
 * A line on the route's state, and one for each thing that waits, with what to type where nothing moves by itself.
 * `at`: what a command needs besides to work on the same state, such as ` --stage prod`.
 */
export function tellRoute(row: RouteRow, now: number, at = ''): string {
  const { id, to, state, digests, signalsWaiting, signalsHeld } = row;
  const { waiting, kept, misplaced, dead, unknown } = countDigests(row);
  // A route that the config has no more can do none of it.
  const then = (command: string): string => (to === null ? '' : `: signalpost ${command}${at}`);
  const otherwise = `: signalpost hand-over ${id} --to ROUTE${at}, or signalpost discard ${id}${at}`;
  const lines = [
    signalsWaiting > 0 && `${atMost(signalsWaiting, 'signal')} waiting for a digest`,
    waiting > 0 && `${counted(waiting, 'digest')} waiting for an attempt${ofHeartbeats(digests)}`,
    row.failing !== null && tellFailing(row.failing, now),
    kept > 0 && `${counted(kept, 'digest')} kept${state === 'ENABLED' ? then(`resume ${id}`) : ''}`,
    misplaced > 0 && `${counted(misplaced, 'digest')} kept that the route can't take${otherwise}`,
    state === 'DISABLED' && `mend the destination, then${then(`resume ${id}`)}`,
    dead > 0 && `${counted(dead, 'digest')} given up (${lastReason(digests)})${then(`redrive ${id}`)}`,
    unknown > 0 && `${counted(unknown, 'digest')} in a state that a later version wrote: go back to it`,
    signalsHeld > 0 && `${atMost(signalsHeld, 'signal')} held back from a flood${then(`release ${id}`)}`,
  ].filter((line) => line !== false);
  const shown = lines.length > 0 ? lines : ['nothing waits'];
  if (to === null && misplaced === 0) shown.push(`nobody sends it${otherwise}`);
  const heading = `${id} (${to ?? 'not in the config'}): ${tellState(row)}`;
  return [heading, ...shown.map((line) => `  ${line}`)].join('\n');
}

/** `2 digests not delivered since 2026-11-21 08:00 UTC (answered 503); next attempt in 20 minutes` */
export function tellFailing({ digests, reason, since, nextAttemptAt }: FailingDigests, now: number): string {
  const next = nextAttemptAt === null ? Number.NaN : Date.parse(nextAttemptAt);
  const when = next > now ? tellWhen(next, now) : 'due';
  return `${counted(digests, 'digest')} not delivered since ${tellTime(Date.parse(since))} (${reason}); next attempt ${when}`;
}

function tellState({ state, reason, disabledSince }: RouteRow): string {
  if (state === 'ENABLED') return 'enabled';
  const since = disabledSince === null ? '' : ` (since ${tellTime(Date.parse(disabledSince))})`;
  return `disabled, ${reason ?? 'no reason was written down'}${since}`;
}

/** What waits is no news then. */
function ofHeartbeats(digests: readonly DigestRow[]): string {
  const waiting = digests.filter(({ state }) => state === 'FROZEN' || state === 'SENDING');
  const beats = waiting.filter(({ heartbeat }) => heartbeat).length;
  if (beats === 0) return '';
  return beats === waiting.length ? ' (heartbeats only)' : ` (${counted(beats, 'heartbeat')} among them)`;
}

function lastReason(digests: readonly DigestRow[]): string {
  return digests.findLast(({ state }) => state === 'DEAD')?.reason ?? 'no reason was written down';
}

/** Of what is counted up to a cap only. */
function atMost(count: number, noun: string): string {
  return count < mostCounted ? counted(count, noun) : `${count.toLocaleString('en-US')} or more ${noun}s`;
}
