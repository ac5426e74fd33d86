import { addSums } from '../../../message/facts/money.ts';
import type { ReportWords } from '../../../message/reports/report.ts';
import type { ToldRow } from '../../../message/reports/told-row.ts';
import { outcomeOf } from '../../../shared/domain/clicks/outcome-of.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import { dayMs } from '../../../shared/domain/duration.ts';
import { rememberedDays } from '../../../shared/domain/history/history.ts';
import type { Became, LookedUp } from '../../../shared/domain/reports/became.ts';
import { hasBegun, recapSince } from '../../../shared/domain/reports/due-report.ts';
import { closingSoon, countByOwner, isClosed } from '../../../shared/domain/reports/untouched.ts';
import { muteOf } from '../../../shared/domain/routes/mute.ts';
import type { ReportMark } from '../../../shared/domain/routes/round.ts';
import type { CronTime, Route } from '../../../shared/domain/routes/route.ts';
import { setOf, zoneOf } from '../../../shared/domain/routes/route-view.ts';
import { signalIdOf } from '../../../shared/domain/rows/signal.ts';
import { readSent } from '../../lookups/read-sent.ts';
import type { ComposePorts } from '../digests/ports.ts';

export interface PlannedReport {
  readonly sent: readonly FollowedSignal[];
  /** Pure. `untouched` has values as of `now`. Null if there is nothing to tell. */
  readonly write: (
    found: readonly (LookedUp | undefined)[],
    untouched: readonly ToldRow[],
    now: number,
  ) => ReportWords | null;
}

/** A paused route delivers a digest as long after its time as anything is remembered. */
const lateMs = rememberedDays * dayMs;

/** `slot` in milliseconds since the epoch. */
export async function planRecap(
  ports: ComposePorts,
  route: Route,
  recap: CronTime,
  slot: number,
): Promise<PlannedReport> {
  const since = recapSince(route, recap, slot, ports.nextSlot);
  const span = { since: since - lateMs, until: slot };
  // The recap of a set covers all of its owners, also those who left `people`.
  const isOf = (id: string) => id === route.id || (route.owner?.is === null && setOf(id) === route.id);
  const sent = await readSent(ports, isOf, span, (_, at) => at > since && at <= slot);
  const outcomes = sent.map(({ clicks, signalId }) => outcomeOf(clicks, signalId));
  const claimed = outcomes.filter((one) => one.claimed).length;
  const notForUs = outcomes.filter(({ refused }) => refused).length;
  const isAsked = route.actions !== undefined || claimed + notForUs > 0;
  const write: PlannedReport['write'] = (found, untouched, now) => {
    const open = untouched.filter((row) => !isClosed(row, now));
    const closing = closingSoon(open, now);
    const count = (became: Became): number =>
      found.filter((one) => (one?.became ?? 'unknown') === became).length;
    return {
      kind: 'recap',
      since: isoTime(since),
      counts: {
        hot: found.length,
        acted: count('acted'),
        saved: count('saved'),
        notInterested: count('not-interested'),
        untouched: count('new'),
        unknown: count('unknown'),
        closing: closing.length,
        closed: untouched.length - open.length,
        ...(isAsked ? { claimed, notForUs } : {}),
      },
      worth: addSums(open.map(({ worth }) => worth)),
      closingWorth: addSums(closing.map(({ worth }) => worth)),
      owners: ports.config.columns?.owner ? countByOwner(open) : [],
      signals: open,
    };
  };
  return { sent, write };
}

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
