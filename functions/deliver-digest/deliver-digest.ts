import { isoTime } from '../../shared/domain/clock.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import { attemptLeaseMs, beginWithinMs } from '../../shared/domain/digests/attempt-time.ts';
import type {
  DigestClaim,
  DigestPointer,
  GrantedPlace,
  Place,
} from '../../shared/domain/digests/delivery.ts';
import { putOffOf, putOffReason, stepAfter } from '../../shared/domain/digests/next-attempt.ts';
import { dropsRepeats } from '../../shared/domain/routes/destination-kinds.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { showsContacts } from '../../shared/domain/routes/route-view.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import type { Observation } from '../observations/observation.ts';
import { prepareAttempt, putOff, routeOf, type Unsent } from './prepare-attempt.ts';

export type DeliverDigestPorts = Pick<FunctionPorts, 'config' | 'clock' | 'random' | 'observe' | 'sender'> &
  LedgerPort<'digests' | 'due' | 'routes' | 'troubles'>;

export interface DeliverResult {
  readonly digestId: string | null;
  /**
   * `skipped`: not due, already delivered, or claimed by another sender. `held`: kept, because its route can't take
   * it. `rewritten`: the destination rejected its form, and it is due at once as plain text. `put-off`: its
   * destination does not answer, or has its maximum of concurrent attempts.
   */
  readonly result: AttemptOutcome['outcome'] | 'skipped' | 'held' | 'rewritten' | 'put-off';
  readonly reason: string;
  /** The reply to a `delivered` digest is due from now on. */
  readonly reply?: DigestPointer | undefined;
}

export async function deliverDigest(
  ports: DeliverDigestPorts,
  pointer: DigestPointer,
): Promise<DeliverResult> {
  const claimedAt = ports.clock.now();
  const claim = await ports.ledger.digests.claim(pointer, claimedAt, attemptLeaseMs);
  if (claim === null)
    return { digestId: null, result: 'skipped', reason: 'not due, or claimed by another sender' };
  const prepared = await prepareAttempt(ports, claim);
  const isGivenUp = 'settlement' in prepared && prepared.settlement.to === 'DEAD';
  if (claim.ambiguous && !isGivenUp)
    await noteAmbiguous(ports, claim, 'its sender stopped in the middle of an attempt');
  if ('settlement' in prepared) return settleUnsent(ports, claim, prepared);
  const { route } = prepared;
  const place = await takePlace(ports, claim);
  if (place.kind !== 'granted')
    return settleUnsent(ports, claim, waitForPlace(claim, place, ports.clock.now()));
  const outcome = await ports.sender.send({
    digestId: claim.digestId,
    body: claim.body,
    to: route.to,
    ...(showsContacts(route) && { showsContacts: true }),
    thread: prepared.thread ?? undefined,
    notAfter: claimedAt + beginWithinMs,
  });
  if (outcome.ambiguous) await noteAmbiguous(ports, claim, outcome.reason);
  const result = await settleOutcome(ports, claim, route, outcome);
  await ports.ledger.digests.endAttempt(pointer.routeId, place, outcome.timedOut === true, ports.clock.now());
  return result;
}

/** Noted before anything is stored that makes the next claim of the digest one that is not ambiguous. */
async function noteAmbiguous(
  { config, ledger }: DeliverDigestPorts,
  claim: DigestClaim,
  problem: string,
): Promise<void> {
  const { digestId: about, pointer } = claim;
  const route = routeOf(config, claim);
  if (route && !dropsRepeats(route.to))
    await ledger.troubles.note({ routeId: pointer.routeId, kind: 'ambiguous', about, problem });
}

function waitForPlace(claim: DigestClaim, place: Exclude<Place, GrantedPlace>, now: number): Unsent {
  if (place.kind === 'paused') {
    const reason = putOffReason('its destination did not answer another digest in time');
    return putOff(claim, place.until, reason);
  }
  const reason = putOffReason('its route has its maximum of concurrent attempts');
  return { settlement: putOffOf(claim, now), reason };
}

async function settleUnsent(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  { settlement, reason }: Unsent,
): Promise<DeliverResult> {
  const { digestId, attempts, pointer, held } = claim;
  const isDead = settlement.to === 'DEAD';
  const isNewlyHeld = settlement.to === 'HELD' && !held;
  const result = isDead ? 'dead' : 'held';
  const told = isDead || isNewlyHeld ? ({ outcome: result, status: null, reason } as const) : undefined;
  await ports.ledger.digests.settle(claim, settlement, ports.clock.now(), false, told);
  if (settlement.to === 'FROZEN') return { digestId, result: 'put-off', reason };
  if (isNewlyHeld) ports.observe({ kind: 'digest-held', routeId: pointer.routeId, digestId, reason });
  if (isDead) observeAttempt(ports, claim, { attempt: attempts, outcome: 'dead', status: null, reason });
  return { digestId, result, reason };
}

async function settleOutcome(
  ports: DeliverDigestPorts,
  claim: DigestClaim,
  { id: takerId }: Route,
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
    await ports.ledger.routes.disable(takerId, reason, now);
    ports.observe({ kind: 'route-disabled', routeId: takerId, reason });
  }
  const isRewritten = settlement.to === 'FROZEN' && settlement.form === 'plain';
  const result = settlement.to === 'DEAD' ? 'dead' : outcome.outcome;
  const told = { outcome: isRewritten ? ('rewritten' as const) : result, status, reason };
  await ports.ledger.digests.settle(claim, settlement, now, attempted, told);
  const attempt = claim.attempts + 1;
  if (isRewritten) {
    ports.observe({ kind: 'digest-rewritten', routeId, digestId, attempt, status, reason });
    return { digestId, result: 'rewritten', reason };
  }
  const nextAttemptAt = settlement.to === 'FROZEN' ? isoTime(settlement.nextAttemptAt) : null;
  const ambiguous = outcome.ambiguous || claim.ambiguous;
  observeAttempt(ports, claim, { attempt, outcome: result, status, reason, ambiguous, nextAttemptAt });
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
  return (await ledger.digests.makeDue(reply, now)) ? reply : undefined;
}

type Attempted = Extract<Observation, { readonly kind: 'digest-attempted' }>;

function observeAttempt(
  { clock, observe }: DeliverDigestPorts,
  { pointer, digestId, ambiguous, oldestSeenAt }: DigestClaim,
  attempt: Pick<Attempted, 'attempt' | 'outcome' | 'status' | 'reason'> & Partial<Attempted>,
): void {
  const waitedMs = typeof oldestSeenAt === 'number' ? Math.max(0, clock.now() - oldestSeenAt) : null;
  const { routeId } = pointer;
  observe({
    kind: 'digest-attempted',
    routeId,
    digestId,
    ambiguous,
    nextAttemptAt: null,
    waitedMs,
    ...attempt,
  });
}

/** Other digests do not wait for an attempt that takes longer: waiting would keep a sender busy. */
const quickMs = 2_000;
const longestWaitMs = 4_000;
const lookAgainMs = 100;

/** Waits a moment if attempts end quickly, so that a backlog goes out as fast as the destination takes it. */
async function takePlace({ clock, random, ledger }: DeliverDigestPorts, claim: DigestClaim): Promise<Place> {
  const holder = `${claim.digestId} ${claim.fence}`;
  for (let waitedMs = 0; ; ) {
    const now = clock.now();
    const place = await ledger.digests.beginAttempt(claim.pointer.routeId, holder, now, attemptLeaseMs);
    const isWorthWaiting = place.kind === 'busy' && now - place.since < quickMs && waitedMs < longestWaitMs;
    if (!isWorthWaiting) return place;
    const pause = lookAgainMs * (1 + random());
    waitedMs += pause;
    await clock.sleep(pause);
  }
}
