import { isPast } from '../../domain/clock.ts';
import { shareWork } from '../../domain/concurrency.ts';
import { dayMs } from '../../domain/duration.ts';
import type { BridgeMark, PollPlan, Scheduled } from '../../domain/polling/poll-plan.ts';
import { cut } from '../../domain/signals/limit-text.ts';
import { bridgeMarkKey, bridgeMarkPrefix, pollPlanKey, sha256 } from '../items/keys.ts';
import { tryAgain } from '../table/conditions.ts';
import { type Attributes, isRecent, numberOf, pastOf, queryAll, stringOf } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';

const longestName = 200;

export function createPollPlan(ports: LedgerPorts) {
  const { table, clock } = ports;
  const notedAt = new Map<string, number>();
  const noteOnce = shareWork<void>();
  return {
    /** The same buyers and bridges in any order give the same fingerprint. */
    fingerprintOf({ buyers, bridges, except, allEveryMs }: Watched): string {
      const parts = [buyers, bridges, except?.buyers ?? []].map((ids) => [...ids].sort());
      return sha256(JSON.stringify([...parts, allEveryMs]));
    },

    /** One partition has the plan of polls: one query a tick reads it all. */
    async readPlan(): Promise<PollPlan> {
      return planIn(await Array.fromAsync(queryAll(table, pollPlanKey.pk, '')), clock.now());
    },

    /** Rows that are marked as read are not read again: call it only after the polls were sent. */
    async savePlan({ marks, buyers, scheduled }: PolledTick): Promise<void> {
      for (const { bridgeId, seenAt: _, ...mark } of marks) {
        const known = Object.entries(mark).filter(([, value]) => value !== null);
        const remove = Object.entries(mark).flatMap(([name, value]) => (value === null ? [name] : []));
        const set = { ...Object.fromEntries(known), v: 1 };
        await tryAgain(ports, () => table.update({ key: bridgeMarkKey(bridgeId), set, remove }));
      }
      if (buyers === undefined && scheduled === undefined) return;
      const set = {
        ...(buyers === undefined ? {} : { buyers }),
        ...(scheduled === undefined ? {} : { scheduledAt: scheduled.at, watch: scheduled.watch }),
        v: 1,
      };
      await tryAgain(ports, () => table.update({ key: pollPlanKey, set }));
    },

    async readMark(bridgeId: string): Promise<BridgeMark> {
      const item = await table.get(bridgeMarkKey(bridgeId));
      return markOf(bridgeId, item ?? {}, clock.now());
    },

    /** Old bridges can be forgotten: the others are noted once a day for each process. */
    async learnBridges(bridges: ReadonlyMap<string, string | null>): Promise<void> {
      const now = clock.now();
      for (const [bridgeId, name] of bridges) {
        if (now - (notedAt.get(bridgeId) ?? Number.NEGATIVE_INFINITY) < dayMs) continue;
        // Many buyers are read at once, and their signals come from few bridges.
        await noteOnce(bridgeId, async () => {
          const set = { seenAt: now, ...(name && { name: cut(name, longestName) }), v: 1 };
          await tryAgain(ports, () => table.update({ key: bridgeMarkKey(bridgeId), set }));
          notedAt.set(bridgeId, now);
        });
      }
    },

    /**
     * True for the second buyer within a day: every tick polls everyone for a day. One of two concurrent notes may be
     * lost.
     */
    async noteUnannounced(buyerId: string): Promise<boolean> {
      const item = (await table.get(pollPlanKey)) ?? {};
      const now = clock.now();
      if (unannouncedUntil(item, now) !== null) return false;
      const before = stringOf(item, 'unannouncedBuyer');
      const isSecond = before !== null && before !== buyerId && isRecent(item, 'unannouncedAt', now, dayMs);
      const set = isSecond
        ? { unannouncedUntil: now + dayMs }
        : { unannouncedBuyer: buyerId, unannouncedAt: now };
      await tryAgain(ports, () => table.update({ key: pollPlanKey, set: { ...set, v: 1 } }));
      return isSecond;
    },
  };
}

interface Watched {
  readonly allEveryMs: number;
  readonly buyers: readonly string[];
  readonly bridges: readonly string[];
  readonly except?: { readonly buyers: readonly string[] } | undefined;
}

export interface PolledTick {
  readonly marks: readonly BridgeMark[];
  readonly buyers?: number;
  readonly scheduled?: Scheduled;
}

function planIn(items: readonly Item[], now: number): PollPlan {
  const marks = new Map<string, BridgeMark>();
  const bridgeNames = new Map<string, string>();
  for (const item of items.filter(({ sk }) => sk.startsWith(bridgeMarkPrefix))) {
    const bridgeId = item.sk.slice(bridgeMarkPrefix.length);
    marks.set(bridgeId, markOf(bridgeId, item, now));
    const name = stringOf(item, 'name');
    if (name !== null) bridgeNames.set(bridgeId, name);
  }
  const plan = items.find(({ sk }) => sk === pollPlanKey.sk) ?? {};
  const scheduledAt = pastOf(plan, 'scheduledAt', now);
  const watch = stringOf(plan, 'watch');
  return {
    marks,
    bridgeNames,
    buyers: numberOf(plan, 'buyers'),
    scheduled: scheduledAt === null || watch === null ? null : { at: scheduledAt, watch },
    unannouncedUntil: unannouncedUntil(plan, now),
  };
}

/** An end more than a day ahead comes from a wrong clock. */
function unannouncedUntil(item: Attributes, now: number): number | null {
  const until = numberOf(item, 'unannouncedUntil');
  return until !== null && until > now && isPast(until - dayMs, now) ? until : null;
}

function markOf(bridgeId: string, item: Attributes, now: number): BridgeMark {
  const newestSeenAt = pastOf(item, 'newestSeenAt', now);
  const isSeen = numberOf(item, 'seenAt') !== null;
  return {
    bridgeId,
    // A wrong clock wrote it: then signals came at an unknown time, and the bridge's rows are still needed.
    seenAt: isSeen ? (pastOf(item, 'seenAt', now) ?? now) : null,
    lookedAt: pastOf(item, 'lookedAt', now),
    // The time says nothing without the one at which it was first seen.
    newestRowAt: newestSeenAt === null ? null : numberOf(item, 'newestRowAt'),
    newestSeenAt,
    unsortedAt: pastOf(item, 'unsortedAt', now),
    failingSince: pastOf(item, 'failingSince', now),
    wholeAt: pastOf(item, 'wholeAt', now),
  };
}
