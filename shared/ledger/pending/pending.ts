import type { PendingCounts } from '../../domain/signals/pending.ts';
import type { Digests } from '../digests/digests.ts';
import type { DigestListing } from '../items/digest-listing.ts';
import { entryKey, heldPrefix, outboxPk, outboxPrefix, owedPrefix, routeKey } from '../items/keys.ts';
import type { Routes } from '../routes/routes.ts';
import { moveEntries, releasedInto } from '../signals/move-entries.ts';
import type { Outbox } from '../signals/outbox.ts';
import { present, tryIfHolds } from '../table/conditions.ts';
import { numberOf, readFirst } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';
import { createDiscard } from './discard.ts';

export type PendingOfRoute = Awaited<ReturnType<ReturnType<typeof createPending>['describe']>>;

export function createPending(ports: LedgerPorts, routes: Routes, outbox: Outbox, digests: Digests) {
  const { table } = ports;
  const { discard } = createDiscard(ports);

  /** `oldestAt`: the time of the oldest signal or digest, milliseconds since the epoch; null if nothing is pending. */
  const describe = async (routeId: string, now: number) => {
    const [waiting, held, undelivered, route] = await Promise.all([
      outbox.count(routeId, now),
      readFirst(table, outboxPk(routeId), heldPrefix, 1),
      digests.listUndelivered(routeId),
      routes.read(routeId),
    ]);
    return {
      routeId,
      waiting,
      signalsHeld: route.held,
      digests: undelivered,
      oldestAt: oldestOf([waiting.oldestAt, ...held.map(firstSeenOf)], undelivered),
    };
  };

  /** Each is counted up to `most` only: cheap enough for every sweep. */
  const countVanished = async (routeIds: readonly string[], most: number): Promise<PendingCounts[]> => {
    const vanished: PendingCounts[] = [];
    for (const { routeId } of await routes.list()) {
      if (routeIds.includes(routeId)) continue;
      const { length: signalsWaiting } = await readFirst(table, outboxPk(routeId), outboxPrefix, most);
      const { length: owed } = await readFirst(table, routeKey(routeId).pk, owedPrefix, most);
      const { held: signalsHeld } = await routes.read(routeId);
      if (signalsWaiting + signalsHeld + owed > 0) {
        vanished.push({ routeId, signalsWaiting, signalsHeld, digests: owed });
      }
    }
    return vanished;
  };

  return {
    describe,
    discard,
    handOver: (routeId: string, to: string) => handOver(ports, routeId, to),
    countVanished,

    async findVanished(routeIds: readonly string[], now: number) {
      const vanished = await countVanished(routeIds, 1);
      return Array.fromAsync(vanished, ({ routeId }) => describe(routeId, now));
    },
  };
}

const firstSeenOf = (entry: Item): number | null => numberOf(entry, 'firstSeenAt');

function oldestOf(entries: readonly (number | null)[], digests: readonly DigestListing[]): number | null {
  const times = [...entries, ...digests.map(({ frozenAt, resentAt }) => resentAt ?? frozenAt)];
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

const atOnce = 49;

/** The other route may wait for some of the signals already; the others enter its outbox now. Returns how many waited. */
async function handOver(ports: LedgerPorts, routeId: string, to: string): Promise<number> {
  const { table, clock } = ports;
  let moved = 0;
  for (;;) {
    const entries = await readFirst(table, outboxPk(routeId), outboxPrefix, atOnce);
    if (entries.length === 0) return moved;
    const there = await table.getAll(entries.map(({ sk }) => entryKey(to, sk)));
    for (const [index, { pk, sk }] of entries.entries()) {
      if (there[index] === undefined) continue;
      const drop = { kind: 'delete', key: { pk, sk }, condition: present } as const;
      if ((await tryIfHolds(ports, () => table.transact([drop]))).holds) moved += 1;
    }
    const others = entries.filter((_, index) => there[index] === undefined);
    moved += await moveEntries(ports, others, (entry) => releasedInto(to, entry, clock.now()));
  }
}
