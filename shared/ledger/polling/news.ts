import { clocksMs } from '../../domain/clock.ts';
import { minuteMs } from '../../domain/duration.ts';
import type { AskedTicks } from '../../domain/upstream/service.ts';
import { newsKey } from '../items/keys.ts';
import { above, any, below, ifHolds, missing, tryAgain } from '../table/conditions.ts';
import { type Attributes, numberOf, pastOf } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';

export function createNews(ports: LedgerPorts) {
  const { table } = ports;
  const readNews = async (now: number) => newsOf((await table.get(newsKey)) ?? {}, now);
  /** This process notes a new signal once a minute: the item is one for all. */
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    readNews,

    /** `since`: as it was read. */
    async noteTick(now: number, { since, askedSince, askedTicks }: { readonly since: number } & AskedTicks) {
      const asked = askedSince === null ? {} : { askedSince, askedTicks };
      const set = { tickAt: now, since, ...asked, v: 1 };
      await tryAgain(ports, () => table.update({ key: newsKey, set }));
    },

    /** A note of a wrong clock gives way to this one. */
    async noteNew(now: number): Promise<void> {
      if (Math.abs(now - notedAt) < minuteMs) return;
      notedAt = now;
      const isNewer = any(below('lastNewAt', now - minuteMs), above('lastNewAt', now + clocksMs));
      const condition = any(missing('lastNewAt'), isNewer);
      await ifHolds(table.update({ key: newsKey, set: { lastNewAt: now, v: 1 }, condition }));
    },
  };
}

/** Times in milliseconds since the epoch. */
function newsOf(item: Attributes, now: number) {
  const lastNewAt = pastOf(item, 'lastNewAt', now);
  return {
    /** The last tick ended then, planned or skipped; null before the first. */
    tickAt: pastOf(item, 'tickAt', now),
    lastNewAt,
    askedSince: pastOf(item, 'askedSince', now),
    askedTicks: numberOf(item, 'askedTicks') ?? 0,
    /** The first tick; earlier times are unknown. */
    since: pastOf(item, 'since', now) ?? lastNewAt ?? now,
  };
}
