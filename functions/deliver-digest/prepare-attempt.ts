import { isoTime } from '../../shared/domain/clock.ts';
import type { DigestClaim } from '../../shared/domain/digests/delivery.ts';
import {
  attemptDelaysMs,
  lookAgainAt,
  type NextStep,
  putOffOf,
  putOffReason,
  quietPutOffUntil,
} from '../../shared/domain/digests/next-attempt.ts';
import { decideReply } from '../../shared/domain/digests/reply.ts';
import { isPaused } from '../../shared/domain/routes/pause.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';

export type Unsent = Pick<NextStep, 'settlement' | 'reason'>;

type Preparation = { readonly route: Route; readonly thread: string | null } | Unsent;

/** None of the reasons that keep a digest from its destination uses up an attempt. */
export async function prepareAttempt(
  { config, ledger, clock }: Pick<FunctionPorts, 'config' | 'clock'> & LedgerPort<'routes' | 'digests'>,
  claim: DigestClaim,
): Promise<Preparation> {
  const { pointer, attempts, destinationType, replyTo, alone } = claim;
  const now = clock.now();
  if (attempts >= attemptDelaysMs.length) {
    return giveUp('every attempt of the schedule was made, and the outcome of the last is unknown');
  }
  const route = routeOf(config, claim);
  if (route === undefined) return keep('its route is not in the config', now);
  const { to } = route;
  if (to.type !== destinationType) {
    return keep(`it was rendered for ${destinationType}, but its route now sends to ${to.type}`, now);
  }
  const item = await ledger.routes.read(route.id);
  if (item.state === 'DISABLED') {
    const reason = item.reason ?? 'no reason was recorded';
    return keep(`the route is ${isPaused(item) ? reason : `disabled: ${reason}`}`, now);
  }
  const quietEnd = quietUntil(route, now);
  if (quietEnd !== null) {
    const quiet = putOffReason(`its route has quiet hours until ${isoTime(quietEnd)}`);
    return putOff(claim, quietPutOffUntil(quietEnd, now), quiet);
  }
  if (replyTo === undefined || alone) return { route, thread: null };
  const fate = decideReply(await ledger.digests.readFirstMessage({ ...pointer, part: replyTo }), now);
  if (fate.kind === 'wait') return putOff(claim, fate.until, fate.reason);
  return fate.kind === 'send' ? { route, thread: fate.thread } : giveUp(fate.reason);
}

/** The route that sends the digest now: it may have been handed over. */
export function routeOf(
  { routes }: Pick<FunctionPorts['config'], 'routes'>,
  { pointer, instead = pointer.routeId }: DigestClaim,
): Route | undefined {
  return routes.find(({ id }) => id === instead);
}

/** The digest is kept: the next config may have a route for it, and an operator may resume the route. */
function keep(reason: string, now: number): Unsent {
  return { settlement: { to: 'HELD', lookAgainAt: lookAgainAt(now), reason }, reason };
}

/** The reason of an attempt that was made stays: an alarm about it ends only when another one went well. */
export function putOff(claim: DigestClaim, until: number, reason: string): Unsent {
  return { settlement: putOffOf(claim, until, claim.attempts > 0 ? undefined : reason), reason };
}

/** The digest is kept, and raises an alarm like one that its destination refuses. */
function giveUp(reason: string): Unsent {
  return { settlement: { to: 'DEAD', reason }, reason };
}
