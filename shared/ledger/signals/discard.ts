import type { Clearing, ClearingScope } from '../digests/clearing.ts';
import { senderOf } from '../digests/digest-listing.ts';
import { dropOwed } from '../digests/owed-digests.ts';
import { heldPrefix, outboxPrefix } from '../keys.ts';
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
import { type EntryPrefix, firstEntries } from './route-entries.ts';
import { markTaken, signalIdOfEntry } from './taken-over.ts';

export interface Discard {
  readonly routeId: string;
  /** The operator who asked for it, stored with each discarded item. */
  readonly by: string;
  readonly scope: ClearingScope;
}

export interface Discarded {
  readonly signals: number;
  readonly signalsHeld: number;
  readonly digests: number;
}

/** Three writes for each entry and one for the count fit into a transaction. */
const entriesAtOnce = 33;

export function createDiscard(ports: LedgerPorts, { checkIdle, forgetLate, readClearable }: Clearing) {
  const { table, clock } = ports;

  const discardEntries = ({ routeId, by }: Discard, prefix: EntryPrefix, now: number): Promise<number> => {
    const read = () => firstEntries(table, routeId, prefix, entriesAtOnce);
    // It was not sent, so another route may hand it over to this one later.
    const writesOf = (item: Item): TableWrite[] => [
      ...archiveEntry(routeId, item, { fate: 'discarded', by }, now),
      { kind: 'put', item: markTaken(routeId, signalIdOfEntry(item.sk), false, now) },
    ];
    return drain(read, `the signals waiting for ${routeId} keep changing; try again`, (items) =>
      moveItems(ports, items, writesOf, (moves) =>
        prefix === heldPrefix ? [countHeldMoves(routeId, -moves)] : [],
      ),
    );
  };

  /** False if another process changed it in the meantime: it is then not discarded. */
  const discardDigest = async (item: Item, by: string, now: number): Promise<boolean> => {
    const update = {
      key: { pk: item.pk, sk: item.sk },
      set: { state: 'DISCARDED', discardedBy: by, discardedAt: now, expiresAt: archiveUntil(now) },
      remove: ['dueShard', 'dueAt', 'leaseUntil', 'misplaced'],
      condition: all(equals('fence', numberOf(item, 'fence') ?? 0), equals('state', String(item.state))),
    };
    const writes: TableWrite[] = [{ kind: 'update', ...update }, dropOwed(senderOf(item), update.key)];
    const { holds, found } = await ifHolds(tryAgain(ports, () => table.transact(writes)));
    // An earlier try of this write, whose result was unknown.
    return holds || (found?.state === 'DISCARDED' && found.discardedAt === now);
  };

  return {
    /**
     * Discards a route's pending signals and digests at an operator's request. They can be looked up for 30 days; the
     * signals stay recorded as seen, so they do not come again. If interrupted, call it again to do the rest. Throws
     * `RouteBusyError`, before any change, while a digest of the route is being sent.
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
