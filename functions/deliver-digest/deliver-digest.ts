import { isoTime } from '../../shared/domain/clock.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { DigestClaim, DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { GrantedPlace, Place } from '../../shared/domain/digests/in-flight.ts';
import { type NextStep, putOffOf, stepAfter } from '../../shared/domain/digests/next-attempt.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { beginWithinMs, leaseMs } from './attempt-time.ts';
import { prepareAttempt } from './prepare-attempt.ts';
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
  const prepared = await prepareAttempt(ports, claim);
  if ('step' in prepared) return settleUnsent(ports, claim, prepared.step);
  const place = await takePlace(ports, claim, leaseMs);
  if (place.kind !== 'granted')
    return settleUnsent(ports, claim, waitForPlace(claim, place, ports.clock.now()));
  const outcome = await ports.sender.send({
    digestId: claim.digestId,
    body: claim.body,
    to: prepared.to,
    thread: prepared.thread ?? undefined,
    notAfter: claimedAt + beginWithinMs,
  });
  const result = await settleOutcome(ports, claim, outcome);
  await ports.ledger.endAttempt(pointer.routeId, place, outcome.timedOut === true, ports.clock.now());
  return result;
}

function waitForPlace(claim: DigestClaim, place: Exclude<Place, GrantedPlace>, now: number): NextStep {
  const isPaused = place.kind === 'paused';
  const reason = isPaused
    ? 'put off: its destination did not answer another digest in time'
    : 'put off: its route has its maximum of concurrent attempts';
  const settlement = isPaused ? putOffOf(claim, place.until, reason) : putOffOf(claim, now);
  return { settlement, reason, attempted: false };
}

/** The destination was not called. */
async function settleUnsent(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  { settlement, reason }: NextStep,
): Promise<DeliverResult> {
  const { digestId, attempts, ambiguous, pointer, held } = claim;
  const { routeId } = pointer;
  const now = ports.clock.now();
  await ports.ledger.settleDigest(claim, settlement, now, false);
  if (settlement.to === 'FROZEN') return { digestId, result: 'put-off', reason };
  if (settlement.to === 'HELD') {
    if (!held) ports.observe({ kind: 'digest-held', routeId, digestId, reason });
    return { digestId, result: 'held', reason };
  }
  ports.observe({
    kind: 'digest-attempted',
    routeId,
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

async function settleOutcome(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  outcome: AttemptOutcome,
): Promise<DeliverResult> {
  const now = ports.clock.now();
  const { digestId, pointer } = claim;
  const { routeId } = pointer;
  const { status } = outcome;
  const step = stepAfter(claim, outcome, now, ports.random);
  const { settlement, reason, attempted } = step;
  // If another sender has claimed the digest by now, this stores nothing.
  if (outcome.notBegun) return settleUnsent(ports, claim, step);
  if (outcome.outcome === 'gone') {
    await ports.ledger.disableRoute(routeId, reason, now);
    ports.observe({ kind: 'route-disabled', routeId, reason });
  }
  await ports.ledger.settleDigest(claim, settlement, now, attempted);
  const attempt = claim.attempts + 1;
  if (settlement.to === 'FROZEN' && settlement.form === 'plain') {
    ports.observe({ kind: 'digest-rewritten', routeId, digestId, attempt, status, reason });
    return { digestId, result: 'rewritten', reason };
  }
  const result = settlement.to === 'DEAD' ? 'dead' : outcome.outcome;
  ports.observe({
    kind: 'digest-attempted',
    routeId,
    digestId,
    attempt,
    outcome: result,
    status,
    reason,
    ambiguous: outcome.ambiguous || claim.ambiguous,
    nextAttemptAt: settlement.to === 'FROZEN' ? isoTime(settlement.nextAttemptAt) : null,
    waitedMs: waitedMs(claim, now),
  });
  const reply = result === 'delivered' ? await releaseReply(ports, claim, now) : undefined;
  return { digestId, result, reason, ...(reply && { reply }) };
}

/** Makes the reply to a delivered message due: it may have put itself off to a time that was right before. */
async function releaseReply(
  { ledger }: DeliverDigestPorts,
  { pointer, repliedBy }: DigestClaim,
  now: number,
): Promise<DigestPointer | undefined> {
  if (repliedBy === undefined) return undefined;
  const reply = { ...pointer, part: repliedBy };
  return (await ledger.makeDue(reply, now)) ? reply : undefined;
}

function waitedMs({ oldestSeenAt }: DigestClaim, now: number): number | null {
  return typeof oldestSeenAt === 'number' ? Math.max(0, now - oldestSeenAt) : null;
}
