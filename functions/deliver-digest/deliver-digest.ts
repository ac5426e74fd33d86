import { isoTime } from '../../shared/domain/clock.ts';
import {
  type AttemptOutcome,
  attemptDelaysMs,
  nextAttemptAt,
  putOffUntil,
} from '../../shared/domain/digests/attempt.ts';
import type { DigestClaim, DigestPointer, Settlement } from '../../shared/domain/digests/delivery.ts';
import type { GrantedPlace, Place } from '../../shared/domain/digests/in-flight.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { beginWithinMs, leaseMs } from './attempt-time.ts';
import { findObstacle, type Obstacle } from './find-obstacle.ts';
import { fateOfReply, isSentAlone, releaseReply } from './reply-in-thread.ts';
import { takePlace } from './take-place.ts';

export type DeliverDigestPorts = Pick<
  FunctionPorts,
  'config' | 'clock' | 'random' | 'observe' | 'ledger' | 'sender'
>;

export interface DeliverResult {
  readonly digestId: string | null;
  /**
   * `skipped`: not due, already delivered, or claimed by another sender. `held`: kept, because its route can't take
   * it. `rewritten`: the destination rejected its form, and it is due at once as plain text. `put-off`: its
   * destination does not answer, or has its maximum of concurrent attempts.
   */
  readonly result: AttemptOutcome['outcome'] | 'skipped' | 'held' | 'rewritten' | 'put-off';
  readonly reason: string;
  /** With `delivered`: the reply to it, which is due from now on. */
  readonly reply?: DigestPointer | undefined;
}

/** Attempts to deliver a frozen digest, and stores the outcome. */
export async function deliverDigest(
  ports: DeliverDigestPorts,
  pointer: DigestPointer,
): Promise<DeliverResult> {
  const claimedAt = ports.clock.now();
  const claim = await ports.ledger.claimDigest(pointer, claimedAt, leaseMs);
  if (claim === null)
    return { digestId: null, result: 'skipped', reason: 'not due, or claimed by another sender' };
  if (claim.attempts >= attemptDelaysMs.length) {
    return giveUp(
      ports,
      claim,
      'every attempt of the schedule was made, and the outcome of the last is unknown',
    );
  }
  const route = ports.config.routes.find((one) => one.id === claim.pointer.routeId);
  const obstacle = await findObstacle(ports, claim, route);
  if (obstacle !== null) return settleObstacle(ports, claim, obstacle);
  const quietEnd = quietUntil(route as Route, ports.clock.now());
  if (quietEnd !== null) return putOffQuietly(ports, claim, quietEnd);
  const fate = await fateOfReply(ports, claim);
  if (fate.kind === 'wait') {
    return putOff(ports, claim, fate.reason, { nextAttemptAt: fate.until, reason: fate.reason });
  }
  if (fate.kind === 'give-up') return giveUp(ports, claim, fate.reason);
  const place = await takePlace(ports, claim, leaseMs);
  if (place.kind !== 'granted') return leaveForPlace(ports, claim, place);
  const outcome = await ports.sender.send({
    digestId: claim.digestId,
    body: claim.body,
    to: (route as Route).to,
    thread: fate.thread ?? undefined,
    notAfter: claimedAt + beginWithinMs,
  });
  const result = await settleOutcome(ports, claim, outcome);
  await ports.ledger.endAttempt(claim.pointer.routeId, place, outcome.timedOut === true, ports.clock.now());
  return result;
}

/** Without an attempt. Kept, and alarmed like what its destination refuses. */
async function giveUp(ports: DeliverDigestPorts, claim: DigestClaim, reason: string): Promise<DeliverResult> {
  const { digestId, attempts, ambiguous } = claim;
  const now = ports.clock.now();
  await ports.ledger.settleDigest(claim, { to: 'DEAD', reason }, now, false);
  ports.observe({
    kind: 'digest-attempted',
    routeId: claim.pointer.routeId,
    digestId,
    attempt: attempts,
    outcome: 'dead',
    status: null,
    reason,
    ambiguous,
    nextAttemptAt: null,
    waitedMs: waitedMs(claim, now),
  });
  return { digestId, result: 'dead', reason };
}

function waitedMs({ oldestSeenAt }: DigestClaim, now: number): number | null {
  return typeof oldestSeenAt === 'number' ? Math.max(0, now - oldestSeenAt) : null;
}

function leaveForPlace(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  place: Exclude<Place, GrantedPlace>,
): Promise<DeliverResult> {
  if (place.kind === 'busy') {
    return putOff(ports, claim, 'put off: its route has its maximum of concurrent attempts');
  }
  const reason = 'put off: its destination did not answer another digest in time';
  return putOff(ports, claim, reason, { nextAttemptAt: place.until, reason });
}

/** Puts the digest off without using up an attempt: due at the next sweep, unless `over` says otherwise. */
async function putOff(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  reason: string,
  over: { readonly nextAttemptAt?: number; readonly reason?: string } = {},
): Promise<DeliverResult> {
  const now = ports.clock.now();
  const throttled = typeof claim.throttledSince === 'number' ? { throttledSince: claim.throttledSince } : {};
  await ports.ledger.settleDigest(
    claim,
    { to: 'FROZEN', nextAttemptAt: now, ...over, ...throttled },
    now,
    false,
  );
  return { digestId: claim.digestId, result: 'put-off', reason };
}

/** A new config may have other quiet hours: then the digest goes out within the hour. */
const longestQuietMs = 3_600_000;

function putOffQuietly(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  quietEnd: number,
): Promise<DeliverResult> {
  const reason = `put off: its route has quiet hours until ${isoTime(quietEnd)}`;
  const nextAttemptAt = Math.min(quietEnd, ports.clock.now() + longestQuietMs);
  return putOff(ports, claim, reason, { nextAttemptAt, reason });
}

async function settleObstacle(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  { reason, settlement }: Obstacle,
): Promise<DeliverResult> {
  await ports.ledger.settleDigest(claim, settlement, ports.clock.now(), false);
  ports.observe({ kind: 'digest-held', routeId: claim.pointer.routeId, digestId: claim.digestId, reason });
  return { digestId: claim.digestId, result: 'held', reason };
}

async function settleOutcome(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  outcome: AttemptOutcome,
): Promise<DeliverResult> {
  const now = ports.clock.now();
  const routeId = claim.pointer.routeId;
  const attempt = claim.attempts + 1;
  if (outcome.formRefused && claim.rewritable) return rewrite(ports, claim, outcome);
  // If another sender has claimed the digest by now, this stores nothing.
  if (outcome.notBegun) return putOff(ports, claim, outcome.reason);
  const throttled = settlementOfThrottled(ports, claim, outcome, now);
  const settlement = throttled ?? settlementOf(ports, claim, outcome, now);
  const { reason } = throttled ?? outcome;
  if (outcome.outcome === 'gone') {
    await ports.ledger.disableRoute(routeId, outcome.reason, now);
    ports.observe({ kind: 'route-disabled', routeId, reason: outcome.reason });
  }
  await ports.ledger.settleDigest(claim, settlement, now, throttled === null);
  ports.observe({
    kind: 'digest-attempted',
    routeId,
    digestId: claim.digestId,
    attempt,
    outcome: settlement.to === 'DEAD' ? 'dead' : outcome.outcome,
    status: outcome.status,
    reason,
    ambiguous: outcome.ambiguous || claim.ambiguous,
    nextAttemptAt: settlement.to === 'FROZEN' ? isoTime(settlement.nextAttemptAt) : null,
    waitedMs: waitedMs(claim, now),
  });
  const result = settlement.to === 'DEAD' ? 'dead' : outcome.outcome;
  const reply = result === 'delivered' ? await releaseReply(ports, claim, now) : undefined;
  return { digestId: claim.digestId, result, reason, ...(reply && { reply }) };
}

/** Waits as asked without using up an attempt: the destination works, but limits its rate. */
function settlementOfThrottled(
  { random }: DeliverDigestPorts,
  { throttledSince }: DigestClaim,
  outcome: AttemptOutcome,
  now: number,
): { to: 'FROZEN'; nextAttemptAt: number; reason: string; throttledSince: number } | null {
  const since = throttledSince ?? now;
  const nextAttemptAt = putOffUntil(outcome, since, now, random);
  if (nextAttemptAt === null) return null;
  const reason = `${outcome.reason}; retried as Retry-After asks, which uses up no attempt`;
  return { to: 'FROZEN', nextAttemptAt, reason, throttledSince: since };
}

/** From now on every sender sends only the plain form, never the first again. */
async function rewrite(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  { status, reason }: AttemptOutcome,
): Promise<DeliverResult> {
  const now = ports.clock.now();
  await ports.ledger.settleDigest(claim, { to: 'FROZEN', nextAttemptAt: now, form: 'plain' }, now);
  const { digestId } = claim;
  const attempt = claim.attempts + 1;
  ports.observe({
    kind: 'digest-rewritten',
    routeId: claim.pointer.routeId,
    digestId,
    attempt,
    status,
    reason,
  });
  return { digestId, result: 'rewritten', reason };
}

function settlementOf(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  outcome: AttemptOutcome,
  now: number,
): Settlement {
  if (outcome.outcome === 'delivered') return { to: 'DELIVERED', thread: outcome.thread };
  if (outcome.outcome === 'gone') return { to: 'HELD', reason: outcome.reason };
  if (outcome.outcome === 'dead') return { to: 'DEAD', reason: outcome.reason };
  const { attempts, throttledSince } = claim;
  const next = nextAttemptAt(attempts + 1, now, ports.random, outcome.retryAfterMs);
  if (next !== null && isSentAlone(claim, outcome)) {
    return { to: 'FROZEN', nextAttemptAt: now, alone: true, reason: outcome.reason };
  }
  if (next !== null) {
    // Kept only while the destination keeps answering 429, so that the limit of a day starts anew after an outage.
    const continues = outcome.status === 429 && typeof throttledSince === 'number';
    const since = continues ? { throttledSince } : {};
    return { to: 'FROZEN', nextAttemptAt: next, reason: outcome.reason, ...since };
  }
  return { to: 'DEAD', reason: `every attempt of the schedule failed; the last: ${outcome.reason}` };
}
