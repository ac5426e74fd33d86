import { counted } from '../../shared/domain/counted.ts';
import type { MutedSignals } from '../../shared/domain/routes/mute.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import type { RouteStatus } from './route-status.ts';

type Told = Pick<MutedSignals, 'kind' | 'id' | 'routeId' | 'name'>;

/** `buyer 1f0c… (Fort Worth ISD)`, `buyer 1f0c… on route sales` */
export function describeMuted({ kind, id, routeId, name }: Told): string {
  const known = oneLine(name, longest.buyerName);
  return `${kind} ${id}${known === null ? '' : ` (${known})`}${routeId === undefined ? '' : ` on route ${routeId}`}`;
}

/** The signals of a route that a mute or a summary delays, and until when. */
export function describeDelays(waiting: RouteStatus['waiting'], muted: readonly MutedSignals[]): string[] {
  const { awaitingSummary: hot, awaitingUntil } = waiting;
  const until = awaitingUntil === null ? '' : ` until ${formatTime(awaitingUntil)} at most`;
  const told =
    hot > 0 ? [`${counted(hot, 'hot signal')} ${hot === 1 ? 'waits' : 'wait'} for a summary${until}`] : [];
  for (const one of muted)
    told.push(
      `${counted(one.signals, 'signal')} muted until ${formatTime(one.until)}: ${describeMuted(one)}`,
    );
  return told;
}
