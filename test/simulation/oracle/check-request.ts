import type { Instance } from '../world/instance.ts';
import { leastDays } from '../world/upstream/upstream.ts';
import type { World } from '../world/world.ts';

const dayMs = 86_400_000;
/** The protocol's margin for dates that lie before the arrival, less what clocks and a late marker may take from it. */
const marginMs = 14 * dayMs - 2 * 3_600_000;

export function checkRequest(world: World, instance: Instance, url: URL): void {
  checkMoment(world, instance);
  if (url.pathname.endsWith('/buyer-signals')) checkWindow(world, instance, url);
}

/**
 * I11: a request goes out only when a moment has come that the limiter reserved for it, and each is used once. They
 * need not come in order: one that was given up after a 429 may lie behind those reserved later, when an instance
 * whose clock is slower has taken the schedule back in between. An instance that probes calls alone, one call after
 * another, for as long as it is refused.
 */
function checkMoment(world: World, instance: Instance): void {
  instance.moments.sort((one, other) => one - other);
  const [moment] = instance.moments;
  if (moment !== undefined && moment <= instance.now() + 1) instance.moments.shift();
  else if (instance.probing.size === 0) {
    world.oracle.violate('I11', `${instance.name} calls upstream at a moment that it did not reserve`);
  }
}

/** I8: the window of a scan reaches back over the time since the last complete one, and the margin. */
function checkWindow(world: World, instance: Instance, url: URL): void {
  const { searchParams: query } = url;
  if (query.get('sort') !== 'Date' || query.get('pageNumber') !== '1') return;
  const buyer = instance.buyers.get(query.get('buyerId') ?? '');
  if (buyer?.state !== 'LIVE' || buyer.lastCompleteAt === null) return;
  if (isFirstScan(instance, buyer.buyerId)) return;
  const period = query.get('relativeDatePeriodFrom') ?? '';
  if (isToTellApart(instance, buyer.buyerId, period)) return;
  // What a wrong clock wrote in between reads as unknown, while the scan goes by what it read before.
  if (world.plan.reading.fastClock?.name === 'poll-signals') return;
  const covered = (leastDays[period] ?? 0) * dayMs;
  const gap = instance.now() - buyer.lastCompleteAt;
  if (covered < gap + marginMs && period !== 'LastTwoYears') {
    world.oracle.violate('I8', `${period} does not cover a gap of ${Math.round(gap / dayMs)} days`);
  }
}

/** A shorter list tells what is recent of a longer one, and no window hangs on it. */
function isToTellApart({ served }: Instance, buyerId: string, period: string): boolean {
  const days = leastDays[period] ?? 0;
  return (served.get(buyerId) ?? []).some((page) => (leastDays[page.period] ?? 0) > days);
}

/**
 * A first scan begins with the deep list, a later one with the routine list. It goes on asking a shorter one what is
 * recent, although another first scan may have turned the buyer LIVE in between.
 */
function isFirstScan({ served }: Instance, buyerId: string): boolean {
  const [first] = (served.get(buyerId) ?? []).filter(({ order }) => order === 'Date');
  return first !== undefined && (leastDays[first.period] ?? 0) >= 89;
}
