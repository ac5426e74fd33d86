import { UnfinishedError } from '../../domain/errors.ts';
import { createOwedDigests, dropOwed } from '../digests/owed-digests.ts';
import { setEntry } from '../history/digest-entries.ts';
import { listingOf } from '../items/digest-listing.ts';
import { rememberedUntil } from '../items/kept.ts';
import { digestKey, heldPrefix, outboxPrefix } from '../items/keys.ts';
import { archived, archivedDays, drainEntries, type EntryPrefix } from '../signals/move-entries.ts';
import { all, equals, tryIfHolds } from '../table/conditions.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item, LedgerPorts, TableWrite } from '../table/table.ts';

/** `stuck`: held signals, and digests that wait for the route or failed for good. */
export type DiscardScope = 'all' | 'stuck';

export function createDiscard(ports: LedgerPorts) {
  const { table, clock } = ports;
  const { readUndelivered } = createOwedDigests(ports);

  const discardEntries = (routeId: string, prefix: EntryPrefix, now: number): Promise<number> => {
    const message = `the signals waiting for ${routeId} keep changing; try again`;
    return drainEntries(ports, { routeId, prefix }, message, (item) =>
      archived(routeId, item, 'discarded', now),
    );
  };

  const checkIdle = async (routeId: string, now: number): Promise<void> => {
    for await (const item of readUndelivered(routeId)) {
      const until = numberOf(item, 'leaseUntil') ?? 0;
      if (item.state !== 'SENDING' || until <= now) continue;
      const seconds = Math.max(1, Math.ceil((until - now) / 1000));
      // The digest's sender must store the outcome first.
      throw new UnfinishedError(`a digest of ${routeId} is being sent right now; try again in ${seconds} s`);
    }
  };

  /** False if another process changed the digest in the meantime: it is then not discarded. */
  const discardDigest = async (item: Item, now: number): Promise<boolean> => {
    const update = {
      key: { pk: item.pk, sk: item.sk },
      set: { state: 'DISCARDED', discardedAt: now, expiresAt: rememberedUntil(now, archivedDays) },
      remove: ['dueShard', 'dueAt', 'leaseUntil'],
      condition: all(equals('fence', numberOf(item, 'fence') ?? 0), equals('state', String(item.state))),
    };
    const writes: TableWrite[] = [
      { kind: 'update', ...update },
      dropOwed(update.key),
      setEntry(listingOf(item), 'DISCARDED', now),
    ];
    const { holds, found } = await tryIfHolds(ports, () => table.transact(writes));
    // An earlier try of this write has an unknown result.
    return holds || (found?.state === 'DISCARDED' && found.discardedAt === now);
  };

  const readPart = async (item: Item, named: 'repliedBy' | 'replyTo'): Promise<Item | undefined> => {
    const part = numberOf(item, named);
    return part === null ? undefined : table.get(digestKey({ ...listingOf(item), part }));
  };

  return {
    /**
     * Discards a message together with its replies. They can be looked up for 30 days; the signals stay recorded as
     * seen, so they do not come again. If interrupted, call it again to do the rest. Throws `UnfinishedError`, before
     * any change, while a digest of the route is being sent.
     */
    async discard({ routeId, scope }: { readonly routeId: string; readonly scope: DiscardScope }) {
      const now = clock.now();
      await checkIdle(routeId, now);
      const signalsHeld = await discardEntries(routeId, heldPrefix, now);
      const signals = scope === 'all' ? await discardEntries(routeId, outboxPrefix, now) : 0;
      const digests = new Set<string>();
      for await (const item of readUndelivered(routeId)) {
        // A message comes before its replies: one that was not created with it would go out by itself, too.
        const isOrphan = (await readPart(item, 'replyTo'))?.state === 'DISCARDED';
        if (!isDiscardable(item, isOrphan ? 'all' : scope, now)) continue;
        const reply = await readPart(item, 'repliedBy');
        // The reply goes before its first message: without that it would go out by itself.
        if (reply && isDiscardable(reply, 'all', now)) {
          if (!(await discardDigest(reply, now))) continue;
          digests.add(reply.sk);
        }
        if (await discardDigest(item, now)) digests.add(item.sk);
      }
      return { signals, signalsHeld, digests: digests.size };
    },
  };
}

/** An unknown state comes from a later version: such a digest is left alone. */
function isDiscardable(item: Item, scope: DiscardScope, now: number): boolean {
  if (item.state === 'HELD' || item.state === 'DEAD') return true;
  if (scope === 'stuck') return false;
  const isAbandoned = item.state === 'SENDING' && (numberOf(item, 'leaseUntil') ?? 0) <= now;
  return item.state === 'FROZEN' || isAbandoned;
}
