import type { Lane } from '../../../shared/domain/lane.ts';
import { highestRate } from '../../../shared/domain/upstream/request-rate.ts';
import { type Instance, readsValues } from '../parts/instance.ts';
import { day, hour } from '../parts/plan.ts';
import { leastDays } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';

/** The protocol's margin for signals that arrive after their date, minus the skew of clocks and of a late marker. */
const marginMs = 14 * day - 2 * hour;

/**
 * I11: each request uses one moment that the limiter reserved for it, and is not made before. Moments may be out of
 * order: one that was given up after a 429 may be later than moments reserved afterwards, if an instance with a slower
 * clock reserved in between.
 */
export function checkMoment(world: World, instance: Instance): void {
  instance.moments.sort((one, other) => one - other);
  const [moment] = instance.moments;
  if (moment !== undefined && moment <= instance.now() + 1) instance.moments.shift();
  // A clock that was ahead when it reserved may have been set right while it waited.
  else if (world.plan.reading.fastClock?.name !== instance.name) {
    world.oracle.violate('I11', `${instance.name} calls upstream at a moment that it did not reserve`);
  }
}

/** A little less than between two calls at the limiter's highest rate. */
const leastGapMs = 900 / highestRate;
const remembered = 100;

/**
 * I11: no two calls of a lane have the same moment, also across instances. Checked only if all clocks are right: an
 * instance with a slow clock reserves moments that are already taken.
 */
export function checkMoments({ oracle, plan }: World, lane: Lane, reserved: readonly number[]): void {
  if (plan.skewMs > 0 || plan.reading.fastClock !== null) return;
  const moments = oracle.memory.moments.get(lane) ?? [];
  oracle.memory.moments.set(lane, moments);
  for (const moment of reserved) {
    if (moments.some((other) => Math.abs(other - moment) < leastGapMs)) {
      oracle.violate('I11', 'two calls upstream reserved the same moment');
    }
    moments.push(moment);
  }
  moments.splice(0, moments.length - remembered);
}

/** I8: a scan's window covers the time since the last complete scan, plus the margin. */
export function checkWindow(world: World, instance: Instance, url: URL): void {
  const { searchParams: query } = url;
  if (query.get('sort') !== 'Date' || query.get('pageNumber') !== '1') return;
  const buyer = instance.buyers.get(query.get('buyerId') ?? '');
  if (buyer?.state !== 'LIVE' || buyer.lastCompleteAt === null) return;
  if (isFirstScan(instance, buyer.buyerId) || readsValues(instance)) return;
  const period = query.get('relativeDatePeriodFrom') ?? '';
  if (isToTellApart(instance, buyer.buyerId, period)) return;
  // A value from a wrong clock counts as unknown, while the scan still uses the value that it read before.
  if (world.plan.reading.fastClock?.name === 'poll-signals') return;
  const covered = (leastDays[period] ?? 0) * day;
  const gap = instance.now() - buyer.lastCompleteAt;
  if (covered < gap + marginMs && period !== 'LastTwoYears') {
    world.oracle.violate('I8', `${period} does not cover a gap of ${Math.round(gap / day)} days`);
  }
}

/** A shorter list is read only to find which signals of a longer one are recent, so its window does not matter. */
function isToTellApart({ served }: Instance, buyerId: string, period: string): boolean {
  const days = leastDays[period] ?? 0;
  return (served.get(buyerId) ?? []).some((page) => (leastDays[page.period] ?? 0) > days);
}

/**
 * A first scan begins with the deep list, a later one with the routine list. It then reads a shorter list to find recent
 * signals, even if another first scan has turned the buyer LIVE meanwhile.
 */
function isFirstScan({ served }: Instance, buyerId: string): boolean {
  const [first] = (served.get(buyerId) ?? []).filter(({ order }) => order === 'Date');
  return first !== undefined && (leastDays[first.period] ?? 0) >= 89;
}
