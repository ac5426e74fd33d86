import { isoTime } from '../../../shared/domain/clock.ts';
import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import type { Became, LookedUp } from '../../../shared/domain/reports/became.ts';
import { recapSince } from '../../../shared/domain/reports/due-report.ts';
import { mostListed } from '../../../shared/domain/reports/report.ts';
import { bySoonest, countClosing, isClosed } from '../../../shared/domain/reports/told-row.ts';
import type { CronTime, Route } from '../../../shared/domain/routes/route.ts';
import type { ComposePorts } from '../ports.ts';
import { type PlannedReport, readSent, tellUntouched, type WrittenContent } from './sent-signals.ts';

/** A digest is delivered at most so long after its time. */
const lateMs = 14 * 86_400_000;

/** On the hot signals in the digests of a route that were delivered since the recap before. `slot` in milliseconds since the epoch. */
export async function planRecap(
  ports: ComposePorts,
  route: Route,
  recap: CronTime,
  slot: number,
): Promise<PlannedReport> {
  const since = recapSince(recap, slot, ports.nextSlot);
  const found = new Map<string, FollowedSignal>();
  for await (const one of readSent(ports, route.id, { since: since - lateMs, until: slot })) {
    const { deliveredAt } = one.digest;
    if (deliveredAt !== null && deliveredAt > since && deliveredAt <= slot) found.set(one.signalId, one);
  }
  const sent = [...found.values()];
  return { sent, write: (became) => writeRecap(ports, route, { since, slot, sent }, became) };
}

/** Counts what became of each, and lists the untouched ones that are still open. */
async function writeRecap(
  ports: ComposePorts,
  route: Route,
  { since, slot, sent }: { since: number; slot: number; sent: PlannedReport['sent'] },
  found: ReadonlyMap<string, LookedUp>,
): Promise<WrittenContent> {
  const now = ports.clock.now();
  const all = sent.map(({ signalId }) => found.get(signalId));
  const count = (became: Became): number => all.filter((one) => (one?.became ?? 'unknown') === became).length;
  const { rows, timezone } = await tellUntouched(ports, route, all, now);
  const content = {
    ...({ kind: 'recap', routeId: route.id, timezone } as const),
    ...{ since: isoTime(since), until: isoTime(slot) },
    counts: {
      ...{ hot: all.length, acted: count('acted'), saved: count('saved') },
      ...{ notInterested: count('not-interested'), untouched: count('new'), unknown: count('unknown') },
      closing: countClosing(rows, now),
    },
    signals: bySoonest(rows.filter((row) => !isClosed(row, now))).slice(0, mostListed),
  };
  return { content };
}
