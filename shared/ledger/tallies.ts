import { clocksMs } from '../domain/clock.ts';
import { type Tally, type TallyName, tallyNames } from '../domain/tally.ts';
import { dayTallyKey, dayTallyPrefix, newsKey, talliesPk } from './keys.ts';
import type { LedgerPorts } from './ports.ts';
import { above, absent, any, below, missing } from './table/conditions.ts';
import { ifHolds } from './table/if-holds.ts';
import { queryAll } from './table/query-all.ts';
import { numberOf, pastOf } from './table/read-item.ts';
import type { Item } from './table/table.ts';

/** The counts of one day, UTC. */
export interface DayTally extends Omit<Tally, 'lastNewAt'> {
  /** `2026-11-21`. */
  readonly day: string;
}

/** The time of the last new signal. */
export interface News {
  /** Milliseconds since the epoch; null if there was none yet. */
  readonly lastNewAt: number | null;
  /** When a tick first asked; earlier times are unknown. */
  readonly since: number;
}

/** A report covers two months at most. No delivery depends on a tally. */
const keepMs = 60 * 86_400_000;
const routePrefix = 'new#';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function createTallies({ table }: LedgerPorts) {
  /** Kept forever, unlike the counts: a stage may be quiet for longer than counts are kept. */
  const noteNew = async (lastNewAt: number, now: number): Promise<void> => {
    // A time in the future comes from a wrong clock, and would otherwise stay until then.
    const isNewer = any(below('lastNewAt', lastNewAt), above('lastNewAt', now + clocksMs));
    const condition = any(missing('lastNewAt'), isNewer);
    // The condition fails if another instance saw a newer signal.
    await ifHolds(table.update({ key: newsKey, set: { lastNewAt, v: 1 }, condition }));
  };

  return {
    /**
     * Adds to the counts of the day. Not retried: after an unknown result a retry could count twice, and counting too
     * little is the better error.
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

    /** The time of the last new signal. The first call stores its own time: only from then on is silence known. */
    async openNews(now: number): Promise<News> {
      const item = await table.get(newsKey);
      if (item) return newsOf(item, now);
      const first = { since: now, v: 1 };
      const { found } = await ifHolds(table.update({ key: newsKey, set: first, condition: absent }));
      return newsOf(found ?? { ...newsKey, ...first }, now);
    },

    /**
     * The time of the last tick, polled or skipped, milliseconds since the epoch; null if there was none in two
     * months.
     */
    async readLastTick(): Promise<number | null> {
      let last: number | null = null;
      for await (const item of queryAll(table, talliesPk, dayTallyPrefix)) {
        last = Math.max(last ?? 0, numberOf(item, 'lastTickAt') ?? 0) || null;
      }
      return last;
    },

    /** Every kept day, oldest first, and the time of the last new signal (null before the first tick). */
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

/** Ignores names that other versions count. */
function readCounts(item: Item): Partial<Record<TallyName, number>> {
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
