import { addSums } from '../../../message/facts/money.ts';
import { closingSoon, countByOwner, isClosed } from '../../../message/reports/told-row.ts';
import { outcomeOf } from '../../../shared/domain/clicks/outcome-of.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import { dayMs } from '../../../shared/domain/duration.ts';
import { rememberedDays } from '../../../shared/domain/history/history.ts';
import type { Became } from '../../../shared/domain/reports/became.ts';
import { recapSince } from '../../../shared/domain/reports/due-report.ts';
import type { CronTime, Route } from '../../../shared/domain/routes/route.ts';
import { setOf } from '../../../shared/domain/routes/route-view.ts';
import { readSent } from '../../lookups/read-sent.ts';
import type { ComposePorts } from '../digests/ports.ts';
import type { PlannedReport } from './sent-signals.ts';

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
        ...{ hot: found.length, acted: count('acted'), saved: count('saved') },
        ...{ notInterested: count('not-interested'), untouched: count('new'), unknown: count('unknown') },
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
