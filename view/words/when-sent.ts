import { counted } from '../../shared/domain/counted.ts';
import { destinationKinds, dropsRepeats } from '../../shared/domain/routes/destination-kinds.ts';
import { type QuietRoute, quietUntil, quietZoneOf } from '../../shared/domain/routes/quiet.ts';
import { type DestinationSettings, hasTemplate, type Route } from '../../shared/domain/routes/route.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import { type PlaceFlags, suggest } from './suggest.ts';

/** Who sends what is due; null on a machine where no process runs on the state, until somebody starts a run. */
export function findSender(stage: string | undefined, isRunning: boolean): string | null {
  return stage ?? (isRunning ? 'the running process' : null);
}

/** `2 digests are due; the next run sends them` */
export function describeMadeDue(
  count: number,
  route: QuietRoute,
  sender: string | null,
  now: number,
): string {
  return `${counted(count, 'digest')} ${count === 1 ? 'is' : 'are'} due; ${whenSent(count, route, sender, now)}`;
}

/**
 * When due digests go out: a stage and a process that runs here sweep each minute, and without either they wait for the
 * next run. In its quiet hours a route sends nothing.
 */
export function whenSent(count: number, route: QuietRoute, sender: string | null, now: number): string {
  const it = count === 1 ? 'it' : 'them';
  const quietEnd = quietUntil(route, now);
  if (quietEnd === null)
    return sender === null ? `the next run sends ${it}` : `${sender} sends ${it} within a minute`;
  return `the route is quiet until ${formatTime(quietEnd, quietZoneOf(route))}, and ${sender ?? 'the first run after that'} sends ${it} then`;
}

/** Says what people see if a delivered message comes again; null where the receiver drops it by its `webhook-id`. */
export function describeRepeat(to: DestinationSettings): string | null {
  if (dropsRepeats(to)) return null;
  const receiver = hasTemplate(to)
    ? 'A tool may not recognize'
    : `${destinationKinds[to.type].label} does not recognize`;
  return `${receiver} repeats: what it got would appear a second time`;
}

/** About digests that their route can't send, because its destination was replaced by one of another kind. */
export function describeOtherType(count: number, { id, to }: Route, place: PlaceFlags): string {
  const were = count === 1 ? 'was' : 'were';
  return (
    `route ${id}: ${counted(count, 'digest')} ${were} written for another kind of destination than ${to.type}, and ${count === 1 ? 'waits' : 'wait'}. ` +
    `To send them, set the route's destination back until they are delivered. To delete them: ${suggest(`discard ${id}`, place)}`
  );
}
