import { minuteMs } from '../../shared/domain/duration.ts';
import { loudTime, roundTime } from '../../shared/domain/routes/due.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import { composeDraft, type Draft, type PreviewPorts } from './compose-draft.ts';

/** The next times of a route after a time, as its quiet hours put them off; none of a route without times. */
export function nextTimes(route: Route, after: number, count: number): number[] {
  const { when } = route;
  const times: number[] = [];
  for (let slot: number | null = after; when !== 'immediately' && times.length < count; ) {
    slot = loudTime(route, when, slot + 1, nextSlot);
    if (slot === null) break;
    times.push(slot);
  }
  return times;
}

export type TimedDraft = Awaited<ReturnType<typeof draftAt>>;

/**
 * What the route sends at its first time from `at` on; without it, what it sends next. `sentBefore`: when what waits now is
 * sent before that; null if it is not.
 */
export async function draftAt(ports: PreviewPorts, route: Route, at?: number) {
  const next = await draftNext(ports, route);
  if (at === undefined) return { ...next, sentBefore: null };
  const time = nextTimes(route, at - 1, 1)[0] ?? quietUntil(route, at) ?? at;
  const isSentBefore = next.digests.length > 0 && next.at < time;
  return { ...(await composeDraft(ports, route, time)), sentBefore: isSentBefore ? next.at : null };
}

/** The draft of now, of the end of the first reason to wait, or of the route's next time: the first that sends something. */
async function draftNext(ports: PreviewPorts, route: Route): Promise<Draft> {
  let draft = await composeDraft(ports, route, ports.now);
  const [next = null] = nextTimes(route, ports.now, 1);
  const ends = draft.delayed.map(({ until }) => until).filter((until) => until > ports.now);
  // Signals that a mute held go out at the route's next time after it.
  const later = [ports.now, ...ends].flatMap((end) => [end, ...nextTimes(route, end, 1)]);
  for (const time of later.filter((one) => one > ports.now).sort((a, b) => a - b)) {
    if (draft.digests.length > 0) break;
    draft = await composeDraft(ports, route, time);
  }
  return draft.digests.length > 0 || next === null ? draft : { ...draft, at: next };
}

const lateMs = 2 * minuteMs;

/** The reason why other bytes may be sent although nothing arrives until then; null if there is none. */
export function whyInexact(route: Route, { at, delayed, sentBefore }: TimedDraft): string | null {
  if (sentBefore !== null) return 'what waits now is sent before, by an earlier digest';
  // The sweep's own clock decides then.
  if (roundTime(route, at + minuteMs, nextSlot) !== at)
    return 'it is sent at no time of its own, so its times will differ';
  const ending = delayed.some(({ until }) => until > at && until <= at + lateMs);
  return ending ? 'signals may join it that wait for a minute longer' : null;
}
