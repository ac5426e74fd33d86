import { hour, minute } from '../plan/plan.ts';
import { leastDays } from '../upstream/upstream.ts';
import type { UpstreamRow } from '../upstream/upstream-row.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { canAnnounce } from './check-bridges.ts';

/** Rows announce within an hour, and clocks differ by ten minutes: after that, the row is missing. */
const certainlyMissedMs = 3 * hour;

/** Notes that a regular full read found a signal that a row should have announced. */
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
  if (!isByTurn(actor) || isInDeepScan(actor, row.buyerId)) return;
  oracle.memory.missedAt = scheduler.now();
}

/** I16: for a day after that, rows are ignored, and each tick polls every buyer. */
export function distrustedDueAt({ oracle }: World, { visibleAt }: UpstreamRow): number | null {
  const { missedAt } = oracle.memory;
  if (missedAt === null || visibleAt > missedAt + 23 * hour) return null;
  return Math.max(visibleAt, missedAt + 15 * minute) + 45 * minute;
}

/** Rows announce no signals outside the window of routine scans. */
function isInDeepScan({ served }: Instance, buyerId: string): boolean {
  const last = served.get(buyerId)?.findLast(({ order }) => order === 'Date');
  return last !== undefined && (leastDays[last.period] ?? 0) >= 89;
}

/** Whether no row named the buyers of the instance's message. */
function isByTurn({ event }: Instance): boolean {
  const records = (event as { Records?: readonly { body: string }[] } | null)?.Records ?? [];
  return records.some(({ body }) => (JSON.parse(body) as { notNamedAt?: number }).notNamedAt !== undefined);
}
