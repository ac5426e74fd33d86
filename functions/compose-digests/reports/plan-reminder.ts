import type { ToldRow } from '../../../message/reports/told-row.ts';
import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import { dayMs } from '../../../shared/domain/duration.ts';
import { rememberedDays } from '../../../shared/domain/history/history.ts';
import { hasBegun } from '../../../shared/domain/reports/due-report.ts';
import { muteOf } from '../../../shared/domain/routes/mute.ts';
import type { ReportMark } from '../../../shared/domain/routes/round.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { zoneOf } from '../../../shared/domain/routes/route-view.ts';
import { signalIdOf } from '../../../shared/domain/rows/signal.ts';
import { readSent } from '../../lookups/read-sent.ts';
import type { ComposePorts } from '../digests/ports.ts';
import type { PlannedReport } from './sent-signals.ts';

/** The mark is the time of the last reminder. `slot` in milliseconds since the epoch. */
export async function planReminder(
  ports: ComposePorts,
  route: Route,
  remind: readonly string[],
  slot: number,
  { at: since }: ReportMark,
): Promise<PlannedReport> {
  const timezone = zoneOf(route);
  const mutes = await ports.ledger.mutes.list();
  const now = ports.clock.now();
  const countCome = (deadline: number, until = slot) =>
    remind.filter((before) => hasBegun(deadline, before, until, timezone)).length;
  const isNews = ({ deadline, buyerId, signalId }: FollowedSignal): boolean => {
    if (deadline === null || deadline <= now) return false;
    const bridgeId = signalId.split('#')[0] ?? null;
    const isMuted = muteOf(mutes, route.id, { buyerId, bridgeId }, now) !== null;
    return !isMuted && countCome(deadline) > countCome(deadline, since);
  };
  const span = { since: slot - rememberedDays * dayMs, until: slot };
  const sent = await readSent(ports, (id) => id === route.id, span, isNews);
  const knownOf = new Map(sent.map(({ signalId, deadline }) => [signalId, deadline]));
  /** The deadline may have moved since: as many of its times have come. */
  const isStillDue = (row: ToldRow, at: number): boolean => {
    const endsAt = row.closesAt === null ? 0 : Date.parse(row.closesAt);
    return endsAt > at && countCome(endsAt) >= countCome(knownOf.get(signalIdOf(row)) ?? 0);
  };
  const write: PlannedReport['write'] = (found, untouched, at) => {
    const signals = untouched.filter((row) => isStillDue(row, at));
    // A row that was not looked up in time may be untouched; a deleted one is in no list, and tells nothing.
    if (signals.length === 0 && !found.includes(undefined)) return null;
    const unknown = found.filter((one) => (one?.became ?? 'unknown') === 'unknown').length;
    return { kind: 'reminder', untouched: signals.length, unknown, signals };
  };
  return { sent, write };
}
