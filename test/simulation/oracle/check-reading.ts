import type { Instance } from '../parts/instance.ts';
import type { ServedPage } from '../parts/served-page.ts';
import { isListed, type UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { isToItsEnd, isWholeTogether, missingFrom, readingsOf } from './check-scan.ts';

/** Each says that a list was not read to its end. */
const unfinished = ['poll-failed', 'poll-undecided', 'polls-cut-short'] as const;

/** I1: items that a list counts and does not show are always reported. */
export function checkShortfalls(
  { oracle, table }: World,
  { served, told, name, event, beganAt, now }: Instance,
): void {
  if (name !== 'poll-signals' || told.has('message-failed')) return;
  for (const [buyerId, pages] of served) {
    const readings = readingsOf(pages);
    const short = lastReadings(readings).find(
      (reading) => isToItsEnd(reading) && missingFrom(reading) > 0 && !isWholeTogether(readings, reading),
    );
    // What is read again for a value is no scan.
    if (told.has(`values-read ${buyerId}`)) continue;
    // The share of events ended it: the next tick reads it, unless another poll has read it meanwhile.
    const buyer = table.peek({ pk: `B#${buyerId}`, sk: 'META' });
    const isRead = Number(buyer?.lastCompleteAt) >= beganAt;
    if (JSON.stringify(event).includes('urgent') && (Number(buyer?.dueAt) <= now() || isRead)) continue;
    // The reading again may have been refused, which concludes nothing: the buyer stays due.
    if (short === undefined || unfinished.some((kind) => told.has(`${kind} ${buyerId}`))) continue;
    oracle.violate(
      'I1',
      `${missingFrom(short)} items are missing from the list of ${buyerId}, and this is not reported`,
    );
  }
}

/** The last reading of each period, without those that an early stop or an error ended. */
function lastReadings(readings: readonly ServedPage[][]): ServedPage[][] {
  const last = new Map<string, ServedPage[]>();
  for (const reading of readings) last.set(reading[0]?.period ?? '', reading);
  return [...last.values()];
}

/**
 * An invocation's knowledge of a signal's place in the Hotness order. `either`: the order was requested several times,
 * and only some of the requests succeeded.
 */
export function rankKnowledge(
  { served, told, config }: Instance,
  buyerId: string,
  signalId: string,
): 'known' | 'unknown' | 'either' {
  const { topByHotness } = config.hot;
  if (topByHotness === 0) return 'known';
  const readings = readingsOf(served.get(buyerId) ?? [], 'Hotness');
  const knowing = readings.filter((reading) => {
    const ids = new Set(reading.flatMap(({ signalIds }) => signalIds));
    return ids.has(signalId) || ids.size >= topByHotness;
  });
  if (knowing.length === 0) return 'unknown';
  const hasFailed = told.has(`hotness-failed ${buyerId}`);
  return knowing.length === readings.length && !hasFailed ? 'known' : 'either';
}

/** Whether upstream shows a row at all: it may belong to a page 2 that is always empty. */
export function isOnPage({ plan, upstream, scheduler }: World, row: UpstreamRow): boolean {
  if (plan.reading.envelope !== 'hole') return true;
  const now = scheduler.now();
  const listed = [...upstream.rows.values()].filter(
    (other) => other.buyerId === row.buyerId && isListed(other, 'LastThreeMonths', now),
  );
  listed.sort((a, b) => b.plan.signalDate - a.plan.signalDate || a.plan.index - b.plan.index);
  const place = listed.indexOf(row);
  return listed.length <= 2 * plan.pageCap || place < plan.pageCap || place >= 2 * plan.pageCap;
}
