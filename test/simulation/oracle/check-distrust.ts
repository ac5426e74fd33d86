import { parseDuration } from '../../../shared/domain/duration.ts';
import { day, hour, minute } from '../plan/plan.ts';
import type { UpstreamRow } from '../upstream/upstream-row.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { canAnnounce } from './check-bridges.ts';

/** Rows announce within an hour, and clocks differ by ten minutes: after that, the row is missing. */
const certainlyMissedMs = 3 * hour;
const clocksMs = 10 * minute;

/** Notes that a regular read found a signal that a row should have announced. */
export function noteMissed(world: World, row: UpstreamRow): void {
  const { oracle, actor, recovering, plan, scheduler, table } = world;
  if (!recovering || actor === null || plan.sorting !== 'honoured' || row.plan.rowLagMs !== null) return;
  const changedAt = row.updates.at(-1) ?? scheduler.now();
  if (!canAnnounce(plan, row)) return;
  // The service's clock is only known by the rows that the bridge has shown: it shows at least so much.
  const mark = table.peek({ pk: 'P#all', sk: `BRIDGE#${row.plan.bridgeId}` });
  if (typeof mark?.newestRowAt !== 'number') return;
  const servedAt = mark.newestRowAt + scheduler.now() - Number(mark.newestSeenAt);
  if (row.plan.unreadable || servedAt - changedAt < certainlyMissedMs) return;
  if (!isByTime(actor, row.buyerId)) return;
  const { missed } = oracle.memory;
  const now = scheduler.now();
  const isSecond = missed !== null && missed.buyerId !== row.buyerId && now - missed.at < day - clocksMs;
  if (isSecond) oracle.memory.missedAt = now;
  else oracle.memory.missed = { buyerId: row.buyerId, at: now };
}

/** I16: for a day after the second such buyer, each tick polls every buyer. */
export function distrustedDueAt({ oracle }: World, { visibleAt }: UpstreamRow): number | null {
  const { missedAt } = oracle.memory;
  if (missedAt === null || visibleAt > missedAt + 23 * hour) return null;
  return Math.max(visibleAt, missedAt + 15 * minute) + 45 * minute;
}

/** Whether nothing but the buyer's own time of day made it due. */
function isByTime({ event, buyers, config }: Instance, buyerId: string): boolean {
  const records = (event as { Records?: readonly { body: string }[] } | null)?.Records ?? [];
  const isDue = records.some(({ body }) => (JSON.parse(body) as { because?: string }).because === 'due');
  const { dueAt = null, lastCompleteAt = null } = buyers.get(buyerId) ?? {};
  if (!isDue || dueAt === null || lastCompleteAt === null) return false;
  const aheadMs = Number(`0x${buyerId.slice(0, 8)}`) % day;
  return (dueAt + aheadMs) % parseDuration(config.watch.allEvery) === 0;
}
