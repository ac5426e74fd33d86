import { dropOwed, readUndelivered, senderOf } from '../digests/digest-listing.ts';
import { type ClearingScope, checkIdle, forgetLate, isClearable } from '../digests/hand-over.ts';
import { asidePrefixes, outboxPrefix, routeKey } from '../keys.ts';
import { all, equals } from '../table/conditions.ts';
import { moveItems } from '../table/move-items.ts';
import { numberOf } from '../table/read-item.ts';
import {
  type Item,
  type Table,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { letGo } from './archive-entry.ts';
import { countHeldMoves, keepDroppedMs, mostVainMoves } from './flood-holding.ts';
import { markTaken, signalIdOfEntry } from './taken-over.ts';

export interface Discard {
  readonly routeId: string;
  /** Who asked for it: written down with what is thrown away. */
  readonly by: string;
  readonly scope: ClearingScope;
}

export interface Discarded {
  readonly signals: number;
  readonly signalsHeld: number;
  readonly digests: number;
}

/** Three writes each, and the count's. */
const entriesAtOnce = 33;

/**
 * Throws away what is pending for a route, since somebody asked for it by the route's name. What it was can be looked
 * up for 30 days; the signals stay written down as seen, so none of them comes again. Cut off, the same again does the
 * rest. Throws `RouteBusyError`, before anything is changed.
 */
export async function discardPending(
  table: Table,
  ports: TryAgainPorts,
  { routeId, by, scope }: Discard,
): Promise<Discarded> {
  const now = ports.clock.now();
  await checkIdle(table, routeId, now);
  const signalsHeld = await discardEntries(table, ports, routeId, asidePrefixes.held, by, now);
  const all = scope === 'all';
  const signals = all ? await discardEntries(table, ports, routeId, outboxPrefix, by, now) : 0;
  if (all) await forgetLate(table, routeId);
  let digests = 0;
  for await (const item of readUndelivered(table, routeId)) {
    const isDone = isClearable(item, scope, now) && (await discardDigest(table, ports, item, by, now));
    if (isDone) digests += 1;
  }
  return { signals, signalsHeld, digests };
}

async function discardEntries(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  prefix: string,
  by: string,
  now: number,
): Promise<number> {
  let discarded = 0;
  for (let vain = 0; vain < mostVainMoves; ) {
    const { items } = await table.query({ pk: routeKey(routeId).pk, prefix, limit: entriesAtOnce });
    if (items.length === 0) return discarded;
    // Nobody got it: another route may hand it over later.
    const writesOf = (item: Item): TableWrite[] => [
      ...letGo(item, { fate: 'discarded', by }, now),
      { kind: 'put', item: markTaken(routeId, signalIdOfEntry(item.sk), false, now) },
    ];
    const gone = await moveItems(table, ports, items, writesOf, (moves) =>
      prefix === asidePrefixes.held ? [countHeldMoves(routeId, -moves)] : [],
    );
    discarded += gone;
    if (gone === 0) vain += 1;
  }
  throw new TableUnavailableError(`what waits for ${routeId} keeps changing; try again`, 'no');
}

/** False when somebody else took it up in the meantime: then it stays as it is. */
async function discardDigest(
  table: Table,
  ports: TryAgainPorts,
  item: Item,
  by: string,
  now: number,
): Promise<boolean> {
  const update = {
    key: { pk: item.pk, sk: item.sk },
    set: {
      state: 'DISCARDED',
      discardedBy: by,
      discardedAt: now,
      expiresAt: Math.ceil((now + keepDroppedMs) / 1000),
    },
    remove: ['dueShard', 'dueAt', 'leaseUntil', 'misplaced'],
    condition: all(equals('fence', numberOf(item, 'fence') ?? 0), equals('state', String(item.state))),
  };
  try {
    const writes: TableWrite[] = [{ kind: 'update', ...update }, dropOwed(senderOf(item), update.key)];
    await tryAgain(ports, () => table.transact(writes));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
    const [digest] = error.reasons;
    if (digest?.code !== 'condition-failed') throw error;
    // An earlier try of this very write, whose result stayed unknown.
    return digest.item?.state === 'DISCARDED' && digest.item.discardedAt === now;
  }
}
