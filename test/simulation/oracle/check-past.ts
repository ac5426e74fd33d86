import { day, hour, minute } from '../world/plan/plan.ts';
import type { UpstreamRow } from '../world/upstream/upstream-row.ts';
import type { World } from '../world/world.ts';

/** The reach of a baseline, three months at the most. */
const baselineDays = 93;
/** Beyond what a scan and clocks take, and what a rule of the functions leaves them. */
const surelyMs = 10 * hour;

/** I3: what lay before a buyer's baseline is not sent: after a long absence, or once a list that lagged has filled. */
export function checkPast(world: World, row: UpstreamRow, liveAt: number): void {
  const { oracle, scheduler, plan } = world;
  const { unreadable, createdAt = null, updatedAheadMs = 0, signalDate, index } = row.plan;
  const [cameAt = 0, changedAt = 0] = [row.updates[0], row.updates.at(-1)];
  const before = liveAt - surelyMs;
  if (unreadable || plan.reading.fastClock !== null || cameAt > before) return;
  const isUnchanged = changedAt + updatedAheadMs < before;
  const isCreatedBefore = createdAt === null ? isUnchanged : createdAt < before;
  if (isCreatedBefore && signalDate < liveAt - baselineDays * day) {
    oracle.violate('I3', `row ${index} is sent although it lay before its buyer's baseline`);
  }
  const { filledAt } = plan.reading;
  const isYoung = scheduler.now() < liveAt + 20 * hour;
  if (isCreatedBefore && isUnchanged && filledAt !== null && filledAt > liveAt + minute && isYoung) {
    oracle.violate('I3', `row ${index} is sent although its buyer's first list was empty and lagged`);
  }
}

/** I3: a row that is taken for old lay before its buyer's baseline. */
export function isFalselyOld({ plan, scheduler }: World, row: UpstreamRow, liveAt: number): boolean {
  const { filledAt } = plan.reading;
  const { createdAt = null, signalDate } = row.plan;
  // A row that came from elsewhere says that it was created long ago: after a year nobody can tell.
  const isLongAgo = scheduler.now() - signalDate > 89 * day;
  if (createdAt !== null && createdAt < liveAt && isLongAgo) return false;
  // Where lists fill late, a row was there before it is shown.
  const cameAt = filledAt === null ? row.visibleAt : (row.updates[0] ?? 0);
  return cameAt > liveAt;
}
