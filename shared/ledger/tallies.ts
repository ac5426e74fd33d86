import { clocksMs } from '../domain/clock.ts';
import { type Tally, type TallyName, tallyNames } from '../domain/tally.ts';
import { dayTallyKey, dayTallyPrefix, newsKey, talliesPk } from './keys.ts';
import type { LedgerPorts } from './ports.ts';
import { above, absent, any, below, missing } from './table/conditions.ts';
import { ifHolds } from './table/if-holds.ts';
import { queryAll } from './table/query-all.ts';
import { numberOf, pastOf } from './table/read-item.ts';
import type { Item } from './table/table.ts';

/** What was counted on one day, UTC. */
export interface DayTally extends Omit<Tally, 'lastNewAt'> {
  /** `2026-11-21`. */
  readonly day: string;
}

/** When something new came last. */
export interface News {
  /** Milliseconds since the epoch; null when nothing new ever came. */
  readonly lastNewAt: number | null;
  /** When a tick first asked: nobody knows of an earlier time. */
  readonly since: number;
}

/** A report looks back two months at most; nothing that is owed to anybody hangs on a tally. */
const keepMs = 60 * 86_400_000;
const routePrefix = 'new#';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function createTallies({ table }: LedgerPorts) {
  /** For ever, unlike the counts: a stage may well be quiet for longer than these are kept. */
  const noteNew = async (lastNewAt: number, now: number): Promise<void> => {
    // One in the future was noted by a wrong clock, and would stand for as long.
    const isNewer = any(below('lastNewAt', lastNewAt), above('lastNewAt', now + clocksMs));
    const condition = any(missing('lastNewAt'), isNewer);
    // It does not hold where another instance saw a newer one.
    await ifHolds(table.update({ key: newsKey, set: { lastNewAt, v: 1 }, condition }));
  };

  return {
    /**
     * Adds to the counts of the day. Not tried again: after an unknown result the same addition would count twice, and a
     * count too few is the better report.
     */
    async addTally(tally: Tally, now: number): Promise<void> {
      const routes = Object.entries(tally.newByRoute).map(([id, count]) => [`${routePrefix}${id}`, count]);
      const ticked = (tally.counts.polls ?? 0) + (tally.counts.pollsSkipped ?? 0) > 0;
      await table.update({
        key: dayTallyKey(dayOf(now)),
        set: { v: 1, expiresAt: Math.ceil((now + keepMs) / 1000), ...(ticked ? { lastTickAt: now } : {}) },
        add: { ...tally.counts, ...Object.fromEntries(routes) },
      });
      if (tally.lastNewAt !== null) await noteNew(tally.lastNewAt, now);
    },

    /** When something new came last. The first to ask is written down: from then on it is known that nothing came. */
    async openNews(now: number): Promise<News> {
      const item = await table.get(newsKey);
      if (item) return newsOf(item, now);
      const first = { since: now, v: 1 };
      const { found } = await ifHolds(table.update({ key: newsKey, set: first, condition: absent }));
      return newsOf(found ?? { ...newsKey, ...first }, now);
    },

    /** When a round of polls last began or was called off, milliseconds since the epoch; null when none did in two months. */
    async readLastTick(): Promise<number | null> {
      let last: number | null = null;
      for await (const item of queryAll(table, talliesPk, dayTallyPrefix)) {
        last = Math.max(last ?? 0, numberOf(item, 'lastTickAt') ?? 0) || null;
      }
      return last;
    },

    /** Every day that is kept, oldest first, and when something new came last (null when no tick has asked yet). */
    async readTallies(
      now: number,
    ): Promise<{ readonly days: readonly DayTally[]; readonly news: News | null }> {
      const days: DayTally[] = [];
      let news: News | null = null;
      for await (const item of queryAll(table, talliesPk, '')) {
        if (item.sk === newsKey.sk) news = newsOf(item, now);
        else if (item.sk.startsWith(dayTallyPrefix)) days.push(dayTallyOf(item));
      }
      return { days, news };
    },
  };
}

function newsOf(item: Item, now: number): News {
  const lastNewAt = pastOf(item, 'lastNewAt', now);
  return { lastNewAt, since: pastOf(item, 'since', now) ?? lastNewAt ?? now };
}

/** What other versions count under other names is left out. */
export function readCounts(item: Item): Partial<Record<TallyName, number>> {
  const counts: Partial<Record<TallyName, number>> = {};
  for (const name of tallyNames) {
    const count = numberOf(item, name);
    if (count !== null) counts[name] = count;
  }
  return counts;
}

function dayTallyOf(item: Item): DayTally {
  const counts = readCounts(item);
  const newByRoute: Record<string, number> = {};
  for (const name of Object.keys(item).filter((one) => one.startsWith(routePrefix))) {
    newByRoute[name.slice(routePrefix.length)] = numberOf(item, name) ?? 0;
  }
  return { day: item.sk.slice(dayTallyPrefix.length), counts, newByRoute };
}
