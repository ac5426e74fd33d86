import type { WaitingEntry } from '../../domain/signals/pending.ts';
import { bridgeIdOfEntry, entryKey, outboxPk, outboxPrefix } from '../items/keys.ts';
import { enteredAtOf } from '../items/stored-signal.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';

/** A small page: each sweep reads one for each route. */
const firstPage = 100;

export interface UndelayedEntry {
  readonly entry: WaitingEntry;
  /** Milliseconds since the epoch. */
  readonly from: number;
}

export interface ReadingRules {
  /** Nothing while a rule of the route delays the entry. `from`: when it counts for the route's times. */
  readonly undelayed: (entry: WaitingEntry) => readonly UndelayedEntry[];
  /** Entries that nothing delays count `from` then. */
  readonly isDue: (from: readonly number[]) => boolean;
}

export function createReadingOn({ table }: LedgerPorts) {
  return {
    /**
     * Reads an outbox on from behind the key `place`, or from its oldest entry, until entries make the route due, or
     * none behind them can. It ends after so many pages, the first of a hundred entries and the others of a megabyte:
     * the next reading goes on at the place that it returns. To read a hundred entries of 1 KB takes 36 read units:
     * $0.19 a month for a route with that many at each sweep.
     */
    async readOn(routeId: string, place: string | null, pages: number, rules: ReadingRules) {
      const undelayed: UndelayedEntry[] = [];
      let cursor = place === null ? undefined : entryKey(routeId, place);
      for (let page = 1; ; page += 1) {
        const limit = page === 1 ? firstPage : undefined;
        const read = await table.query({ pk: outboxPk(routeId), prefix: outboxPrefix, limit, cursor });
        const entries = read.items.map(waitingEntry);
        undelayed.push(...entries.flatMap(rules.undelayed));
        if (rules.isDue(undelayed.map(({ from }) => from))) return { isDue: true, undelayed, place: null };
        cursor = read.cursor;
        const last = entries.at(-1);
        // Later entries were first seen later, too, and count from then at the earliest.
        const isTooLate = last !== undefined && !rules.isDue([last.firstSeenAt]);
        if (cursor === undefined || (isTooLate && undelayed.length > 0))
          return { isDue: false, undelayed, place: null };
        if (page >= pages) return { isDue: false, undelayed, place: cursor.sk };
      }
    },
  };
}

function waitingEntry(item: Item): WaitingEntry {
  return {
    buyerId: String(item.buyerId),
    bridgeId: bridgeIdOfEntry(item.sk),
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    hot: item.hot === true,
    enteredAt: enteredAtOf(item),
    releaseAt: numberOf(item, 'releaseAt'),
    released: item.released === true,
  };
}
