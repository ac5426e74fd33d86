import { isPast } from '../../domain/clock.ts';
import { shareWork } from '../../domain/concurrency.ts';
import { type BridgeMark, extendDistrust, type PollPlan } from '../../domain/polling/poll-plan.ts';
import { bridgeMarkKey, bridgeMarkPrefix, pollPlanKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, pastOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

const dayMs = 86_400_000;

export function createPolls(ports: LedgerPorts) {
  const { table, clock } = ports;
  /** When this process last stored each bridge's `seenAt`. */
  const notedAt = new Map<string, number>();
  const noteOnce = shareWork<void>();
  return {
    /** The plan of polls is one partition: one query a tick reads it all. */
    async readPollPlan(): Promise<PollPlan> {
      const items: Item[] = [];
      for await (const item of queryAll(table, pollPlanKey.pk, '')) items.push(item);
      const now = clock.now();
      const marks = new Map<string, BridgeMark>();
      let plan: Item = { ...pollPlanKey };
      for (const item of items) {
        const { sk } = item;
        if (sk.startsWith(bridgeMarkPrefix)) {
          const bridgeId = sk.slice(bridgeMarkPrefix.length);
          marks.set(bridgeId, markOf(bridgeId, item, now));
        } else if (sk === pollPlanKey.sk) {
          plan = item;
        }
      }
      return {
        turnsUntil: pastOf(plan, 'turnsUntil', now),
        distrust: distrustOf(plan, now),
        marks,
        buyers: numberOf(plan, 'buyers'),
        listed: stringOf(plan, 'listed'),
      };
    },

    /**
     * Stores a tick's progress. Call it only after its polls were sent: rows marked as read are not read again.
     * `buyers`: the number of watched buyers; null if this tick did not read all of them.
     */
    async savePolled(
      turnsUntil: number,
      marks: readonly BridgeMark[],
      buyers: number | null = null,
    ): Promise<void> {
      for (const { bridgeId, seenAt: _, ...mark } of marks) {
        const known = Object.entries(mark).filter(([, value]) => value !== null);
        const remove = Object.entries(mark).flatMap(([name, value]) => (value === null ? [name] : []));
        const set = { ...Object.fromEntries(known), v: 1 };
        await tryAgain(ports, () => table.update({ key: bridgeMarkKey(bridgeId), set, remove }));
      }
      const set = { turnsUntil, ...(buyers === null ? {} : { buyers }), v: 1 };
      await tryAgain(ports, () => table.update({ key: pollPlanKey, set }));
    },

    async readBridgeMark(bridgeId: string): Promise<BridgeMark> {
      const key = bridgeMarkKey(bridgeId);
      const item = (await table.get(key)) ?? { ...key };
      return markOf(bridgeId, item, clock.now());
    },

    /**
     * Stores which bridges signals come from, once a day for each process and bridge, so that old bridges can be
     * forgotten.
     */
    async learnBridges(bridgeIds: Iterable<string>): Promise<void> {
      const now = clock.now();
      for (const bridgeId of bridgeIds) {
        if (now - (notedAt.get(bridgeId) ?? Number.NEGATIVE_INFINITY) < dayMs) continue;
        // Many buyers are read at once, and their signals come from few bridges.
        await noteOnce(bridgeId, async () => {
          const set = { seenAt: now, v: 1 };
          await tryAgain(ports, () => table.update({ key: bridgeMarkKey(bridgeId), set }));
          notedAt.set(bridgeId, now);
        });
      }
    },

    /** False if the rows are already distrusted. Two concurrent calls do no harm: both begin the same day. */
    async distrustRows(): Promise<boolean> {
      const item = (await table.get(pollPlanKey)) ?? { ...pollPlanKey };
      const now = clock.now();
      const before = distrustOf(item, now);
      if (before !== null && now < before.until) return false;
      const { until, ms } = extendDistrust(before, now);
      const set = { distrustUntil: until, distrustMs: ms, v: 1 };
      await tryAgain(ports, () => table.update({ key: pollPlanKey, set }));
      return true;
    },
  };
}

function distrustOf(item: Item, now: number): PollPlan['distrust'] {
  const until = numberOf(item, 'distrustUntil');
  const ms = numberOf(item, 'distrustMs') ?? dayMs;
  // A beginning in the future comes from a wrong clock.
  return until === null || !isPast(until - ms, now) ? null : { until, ms };
}

function markOf(bridgeId: string, item: Item, now: number): BridgeMark {
  const newestSeenAt = pastOf(item, 'newestSeenAt', now);
  const isSeen = numberOf(item, 'seenAt') !== null;
  return {
    bridgeId,
    // A wrong clock wrote it: then signals came at an unknown time, and the bridge's rows are still needed.
    seenAt: isSeen ? (pastOf(item, 'seenAt', now) ?? now) : null,
    lookedAt: pastOf(item, 'lookedAt', now),
    // Useless without the time at which it was first seen.
    newestRowAt: newestSeenAt === null ? null : numberOf(item, 'newestRowAt'),
    newestSeenAt,
    unsortedAt: pastOf(item, 'unsortedAt', now),
    failingSince: pastOf(item, 'failingSince', now),
    ...(item.recent === undefined ? {} : { recent: stringsOf(item, 'recent') }),
  };
}
