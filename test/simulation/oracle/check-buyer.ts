import type { TableChange } from '../../support/ledger/memory-table.ts';
import { hour, minute } from '../plan/plan.ts';
import { leastDays } from '../upstream/upstream.ts';
import type { World } from '../world/world.ts';
import { believedOf, readingsOf, stillOf } from './check-scan.ts';

/**
 * I7: `lastCompleteAt` only grows, and never passes the start of an accepted scan. A value that a wrong clock wrote may
 * be corrected.
 */
export function checkBuyerChange(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor } = world;
  const buyerId = key.pk.slice('B#'.length);
  if (after === undefined) {
    oracle.violate('I7', `the buyer ${buyerId} was removed`);
    return;
  }
  const [was, is] = [Number(before?.lastCompleteAt ?? 0), Number(after.lastCompleteAt ?? 0)];
  const isWrong = was > world.scheduler.now() + 10 * minute;
  if (is < was && !isWrong) oracle.violate('I7', `lastCompleteAt of ${buyerId} went back`);
  if (before?.state === 'LIVE' && after.state !== 'LIVE') {
    oracle.violate('I7', `${buyerId} is no longer LIVE`);
  }
  if (after.state === 'LIVE' && !oracle.memory.liveAt.has(buyerId)) {
    oracle.memory.liveAt.set(buyerId, world.scheduler.now());
  }
  if (is === was) return;
  // After a wrong clock's time, the last known one is that of the baseline, by the service's clock.
  if (isWrong && is === after.baselineAt) return;
  const readings = readingsOf(actor?.served.get(buyerId) ?? []);
  const believed = believedOf(readings);
  // A scan may end with an unchanging list that lacks items; a first scan only after an hour.
  const isYoung = after.state === 'LIVE' && before?.state !== 'LIVE' && !isOverdue(world, before);
  const taken = !isYoung ? [...believed, ...stillOf(readings)] : believed;
  const accepted = taken.find(([first]) => {
    return first !== undefined && is <= first.askedAt && (leastDays[first.period] ?? 0) >= 89;
  });
  // If a clock is corrected during a scan, no request has exactly the stored time.
  const isAhead = is > world.scheduler.now() + 10 * minute;
  if (accepted === undefined && !isAhead) {
    oracle.violate('I7', `${buyerId} is complete up to a time at which no accepted scan began`);
  }
}

function isOverdue({ actor }: World, before: TableChange['before']): boolean {
  const since = before?.baselineSince;
  return typeof since === 'number' && (actor?.now() ?? 0) - since > hour - 10 * minute;
}
