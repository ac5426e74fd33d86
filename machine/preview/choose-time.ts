import { roundTime } from '../../shared/domain/routes/due.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { composeDraft, type Draft, nextSlot, type PreviewPorts } from './compose-draft.ts';

const minuteMs = 60_000;

/** The next times of a route after a time, put off to the end of its quiet hours; none of a route without times. */
export function nextTimes({ when, ...route }: Route, after: number, count: number): number[] {
  const times: number[] = [];
  for (let slot = after; when !== 'immediately' && times.length < count; ) {
    const next = nextSlot(when, slot);
    if (next === null) break;
    slot = next;
    const sent = quietUntil({ ...route, when }, next) ?? next;
    if (sent !== times.at(-1)) times.push(sent);
  }
  return times;
}

/**
 * What the route sends next: at `at`, or at its first time from then on; without it now, if something is due, else when
 * the first of its reasons to wait ends, or at its next time.
 */
export async function draftNext(ports: PreviewPorts, route: Route, at?: number): Promise<Draft> {
  if (at !== undefined)
    return composeDraft(ports, route, nextTimes(route, at - 1, 1)[0] ?? quietUntil(route, at) ?? at);
  const now = await composeDraft(ports, route, ports.now);
  const [next = null] = nextTimes(route, ports.now, 1);
  const later = [...now.delayed.map(({ until }) => until), ...(next === null ? [] : [next])];
  let draft = now;
  for (const time of later.filter((one) => one > ports.now).sort((a, b) => a - b)) {
    if (draft.digests.length > 0) break;
    draft = await composeDraft(ports, route, time);
  }
  return draft.digests.length > 0 || next === null ? draft : composeDraft(ports, route, next);
}

/** A sweep comes within a minute, or in the next one. */
const lateMs = 2 * minuteMs;

/** Why the bytes that are sent then may differ although nothing arrives until then; null if they can't. */
export function whyInexact(route: Route, { at, delayed }: Draft): string | null {
  // The sweep's own clock decides then.
  if (roundTime(route, at + minuteMs, nextSlot) !== at)
    return 'it is sent at no time of its own, so its times will differ';
  const ending = delayed.find(({ until }) => until > at && until <= at + lateMs);
  return ending === undefined ? null : 'signals may join it that wait for a minute longer';
}
