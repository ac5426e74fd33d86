import { inParallel } from '../../domain/concurrency.ts';
import type { DestinationSettings } from '../../domain/routes/route.ts';
import { asidePrefixes, dueAttributes, outboxPrefix, routeKey } from '../keys.ts';
import { clearLate, readLate } from '../routes/routes.ts';
import { letGo } from '../signals/archive-entry.ts';
import { countHeldMoves, mostVainMoves } from '../signals/flood-holding.ts';
import { handOverEntries } from '../signals/hand-over-entries.ts';
import { restOf } from '../signals/taken-over.ts';
import { all, equals } from '../table/conditions.ts';
import { moveItems } from '../table/move-items.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import {
  type Item,
  type Table,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { dropOwed, putOwed, readUndelivered } from './digest-listing.ts';

/** `stuck`: only what a route does not send by itself: held signals, digests kept or given up. */
export type ClearingScope = 'all' | 'stuck';

export interface HandOver {
  readonly from: string;
  readonly to: string;
  /** The kind of destination that the other route has. */
  readonly toType: DestinationSettings['type'];
  readonly scope: ClearingScope;
}

export interface HandedOver {
  readonly signals: number;
  readonly signalsHeld: number;
  /** Signals that the other route had been given already, or is given in a digest: it gets each once. */
  readonly signalsHad: number;
  readonly digests: number;
  /** Digests that were written for another kind of destination: they stay where they are. */
  readonly digestsOfOtherType: number;
}

/** Something of the route is being sent right now: whoever does it writes down what comes of it first. */
export class RouteBusyError extends Error {
  override readonly name = 'RouteBusyError';
  readonly code = 'ROUTE_BUSY';
  /** When its lease ends at the latest, milliseconds since the epoch. */
  readonly until: number;
  constructor(routeId: string, until: number, now: number) {
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    super(`a digest of ${routeId} is being sent right now; try again in ${seconds} s`);
    this.until = until;
  }
}

/** Throws `RouteBusyError` while a digest that the route sends is under a live lease. */
export async function checkIdle(table: Table, routeId: string, now: number): Promise<void> {
  for await (const item of readUndelivered(table, routeId)) {
    const until = numberOf(item, 'leaseUntil') ?? 0;
    if (item.state === 'SENDING' && until > now) throw new RouteBusyError(routeId, until, now);
  }
}

/**
 * Gives what is pending for a route to another one. Signals move into its outbox; digests keep their bytes, their id
 * and their place, and are sent by it from now on, all at once due. Cut off, the same again does the rest.
 * Throws `RouteBusyError`, before anything is changed.
 */
export async function handOver(
  table: Table,
  ports: TryAgainPorts,
  { from, to, toType, scope }: HandOver,
): Promise<HandedOver> {
  const now = ports.clock.now();
  await checkIdle(table, from, now);
  const held = await handOverEntries(table, ports, from, to, asidePrefixes.held);
  const waiting =
    scope === 'all' ? await handOverEntries(table, ports, from, to, outboxPrefix) : { moved: 0, had: 0 };
  if (scope === 'all') await forgetLate(table, from);
  let digests = 0;
  let digestsOfOtherType = 0;
  let inDigests = 0;
  for await (const item of readUndelivered(table, from)) {
    if (!isClearable(item, scope, now)) continue;
    if (item.destinationType !== toType) {
      digestsOfOtherType += 1;
      continue;
    }
    const handed = await handOverDigest(table, ports, item, { from, to }, now);
    if (handed !== null) digests += 1;
    inDigests += handed ?? 0;
  }
  return {
    signals: waiting.moved,
    signalsHeld: held.moved,
    signalsHad: waiting.had + held.had + inDigests,
    digests,
    digestsOfOtherType,
  };
}

/** A late slot of a route that nothing waits for would be looked at by each sweep for ever. */
export async function forgetLate(table: Table, routeId: string): Promise<void> {
  const late = await readLate(table, routeId);
  if (late) await clearLate(table, late);
}

const kept: readonly unknown[] = ['HELD', 'DEAD'];

/** What a later version wrote is in a state of its own, and is left alone. */
export function isClearable(item: Item, scope: ClearingScope, now: number): boolean {
  if (kept.includes(item.state)) return true;
  if (scope === 'stuck') return false;
  const isAbandoned = item.state === 'SENDING' && (numberOf(item, 'leaseUntil') ?? 0) <= now;
  return item.state === 'FROZEN' || isAbandoned;
}

/** Two writes for each, beside the digest's three and a count, of a transaction's hundred. */
const mostLetGo = 48;

/**
 * Answers how many of its signals waited for the other route, too, which gets them in the digest alone; null when somebody
 * else took the digest up in the meantime.
 */
async function handOverDigest(
  table: Table,
  ports: TryAgainPorts,
  item: Item,
  { from, to }: { readonly from: string; readonly to: string },
  now: number,
): Promise<number | null> {
  const key = { pk: item.pk, sk: item.sk };
  const fence = numberOf(item, 'fence') ?? 0;
  const home = item.pk === routeKey(to).pk;
  const set = {
    state: 'FROZEN',
    attempts: 0,
    // Whoever read it before, and is about to claim it, would send it to its old destination.
    fence: fence + 1,
    ...(home ? {} : { via: to }),
    ...dueAttributes(key, now),
  };
  const remove = ['reason', 'misplaced', 'leaseUntil', 'throttledSince', ...(home ? ['via'] : [])];
  const condition = all(equals('fence', fence), equals('state', String(item.state)));
  const handing: TableWrite[] = [
    { kind: 'update', key, set, remove, condition },
    dropOwed(from, key),
    putOwed(to, key, now),
  ];
  const letGoOf = (entries: readonly Item[]): TableWrite[] => {
    const held = entries.filter(({ sk }) => sk.startsWith(asidePrefixes.held)).length;
    const moves = entries.flatMap((entry) => letGo(entry, { fate: 'had', by: to }, now));
    return held === 0 ? moves : [...moves, countHeldMoves(to, -held)];
  };
  for (let vain = 0; vain < mostVainMoves; vain += 1) {
    const entries = await readEntries(table, to, stringsOf(item, 'members'));
    try {
      await tryAgain(ports, () => table.transact([...handing, ...letGoOf(entries.slice(0, mostLetGo))]));
    } catch (error) {
      if (!(error instanceof TransactionCancelledError)) throw error;
      const [digest] = error.reasons;
      // An entry went into a digest, or aside, since it was read.
      if (digest?.code === 'none') continue;
      if (digest?.code !== 'condition-failed') throw error;
      const { item: found } = digest;
      // An earlier try of this very write, whose result stayed unknown.
      const isOwn = found?.fence === fence + 1 && found.state === 'FROZEN';
      if (!isOwn || stringOf(found, 'via') !== (home ? null : to)) return null;
    }
    // Only of a digest that the other route was to get nearly all of by itself. Cut off here, they come twice.
    for (const entry of entries.slice(mostLetGo))
      await moveItems(table, ports, [entry], (one) => letGoOf([one]));
    return entries.length;
  }
  throw new TableUnavailableError(`what waits for ${to} keeps changing; try again`, 'no');
}

const readsAtOnce = 8;

/** What waits for a route, or is held for it, of the signals of a digest. */
async function readEntries(table: Table, routeId: string, members: readonly string[]): Promise<Item[]> {
  const { pk } = routeKey(routeId);
  const keys = members.flatMap((sk) => [sk, `${asidePrefixes.held}${restOf({ sk })}`]);
  const found = await inParallel(keys, readsAtOnce, (sk) => table.get({ pk, sk }));
  return found.filter((entry) => entry !== undefined);
}
