import type { Clearing, ClearingScope } from '../digests/clearing.ts';
import { senderOf } from '../digests/digest-listing.ts';
import { dropOwed } from '../digests/owed-digests.ts';
import { heldPrefix, outboxPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { all, equals } from '../table/conditions.ts';
import { drain } from '../table/drain.ts';
import { ifHolds } from '../table/if-holds.ts';
import { moveItems } from '../table/move-items.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item, TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { archiveEntry, archiveUntil } from './archive-entry.ts';
import { countHeldMoves } from './flood-holding.ts';
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

export function createDiscard(ports: LedgerPorts, { checkIdle, forgetLate, readClearable }: Clearing) {
  const { table, clock } = ports;

  const discardEntries = (
    { routeId, by }: Discard,
    prefix: typeof outboxPrefix | typeof heldPrefix,
    now: number,
  ): Promise<number> => {
    const entries = { pk: routeKey(routeId).pk, prefix, limit: entriesAtOnce };
    // Nobody got it: another route may hand it over later.
    const writesOf = (item: Item): TableWrite[] => [
      ...archiveEntry(item, { fate: 'discarded', by }, now),
      { kind: 'put', item: markTaken(routeId, signalIdOfEntry(item.sk), false, now) },
    ];
    return drain(ports, entries, `what waits for ${routeId} keeps changing; try again`, (items) =>
      moveItems(ports, items, writesOf, (moves) =>
        prefix === heldPrefix ? [countHeldMoves(routeId, -moves)] : [],
      ),
    );
  };

  /** False when somebody else took it up in the meantime: then it stays as it is. */
  const discardDigest = async (item: Item, by: string, now: number): Promise<boolean> => {
    const update = {
      key: { pk: item.pk, sk: item.sk },
      set: { state: 'DISCARDED', discardedBy: by, discardedAt: now, expiresAt: archiveUntil(now) },
      remove: ['dueShard', 'dueAt', 'leaseUntil', 'misplaced'],
      condition: all(equals('fence', numberOf(item, 'fence') ?? 0), equals('state', String(item.state))),
    };
    const writes: TableWrite[] = [{ kind: 'update', ...update }, dropOwed(senderOf(item), update.key)];
    const { holds, found } = await ifHolds(tryAgain(ports, () => table.transact(writes)));
    // An earlier try of this very write, whose result stayed unknown.
    return holds || (found?.state === 'DISCARDED' && found.discardedAt === now);
  };

  return {
    /**
     * Throws away what is pending for a route, since somebody asked for it by the route's name. What it was can be
     * looked up for 30 days; the signals stay written down as seen, so none of them comes again. Cut off, the same again
     * does the rest. Throws `RouteBusyError`, before anything is changed, while a digest of it is being sent.
     */
    async discardPending(order: Discard): Promise<Discarded> {
      const { routeId, by, scope } = order;
      const now = clock.now();
      await checkIdle(routeId, now);
      const signalsHeld = await discardEntries(order, heldPrefix, now);
      const signals = scope === 'all' ? await discardEntries(order, outboxPrefix, now) : 0;
      if (scope === 'all') await forgetLate(routeId);
      let digests = 0;
      for await (const item of readClearable(routeId, scope, now)) {
        if (await discardDigest(item, by, now)) digests += 1;
      }
      return { signals, signalsHeld, digests };
    },
  };
}
