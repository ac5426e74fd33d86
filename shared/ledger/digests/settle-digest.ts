import type { DigestClaim, Settlement } from '../../domain/digests/delivery.ts';
import { digestKey, dueAttributes, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { misplacedMark } from '../routes/route-registry.ts';
import { isDisabled } from '../routes/routes.ts';
import { all, equals } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { type TableUpdate, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { dropOwed } from './owed-digests.ts';

/** How long a delivered digest is kept for lookups. Other digests have no time to live. */
const keepDeliveredMs = 30 * 86_400_000;

export function createSettling(ports: LedgerPorts) {
  const { table } = ports;

  /**
   * Stores the outcome of an attempt, if the claim still holds. `attempted` is false if the destination was not called
   * or asked to wait: that gives the attempt back. Returns false if the claim was lost in between.
   */
  const settleDigest = async (
    claim: DigestClaim,
    settlement: Settlement,
    now: number,
    attempted = true,
  ): Promise<boolean> => {
    const update = describeSettled(claim, settlement, now, attempted);
    const others = writesBeside(claim, settlement, update);
    const settle = (): Promise<unknown> =>
      others.length === 0 ? table.update(update) : table.transact([{ kind: 'update', ...update }, ...others]);
    try {
      const { holds, found } = await ifHolds(tryAgain(ports, settle));
      // An earlier try of this write, whose result was unknown, has stored its fence.
      return holds || found?.settledFence === claim.fence;
    } catch (error) {
      // The route was resumed meanwhile: nothing would make a digest due that is kept only now.
      const [, route] = error instanceof TransactionCancelledError ? error.reasons : [];
      if (route?.code !== 'condition-failed') throw error;
      return settleDigest(claim, { to: 'FROZEN', nextAttemptAt: now }, now, attempted);
    }
  };

  return { settleDigest };
}

function describeSettled(
  claim: DigestClaim,
  settlement: Settlement,
  now: number,
  attempted: boolean,
): TableUpdate {
  const key = digestKey(claim.pointer.routeId, claim.pointer.slot, claim.pointer.part);
  const condition = all(equals('state', 'SENDING'), equals('fence', claim.fence));
  const attempts = claim.attempts + (attempted ? 1 : 0);
  const common = { state: settlement.to, attempts, settledFence: claim.fence };
  const undue = ['dueShard', 'dueAt', 'leaseUntil', 'throttledSince'];
  switch (settlement.to) {
    case 'FROZEN': {
      const { form, alone, reason, throttledSince, nextAttemptAt } = settlement;
      const set = {
        ...common,
        ...(form === undefined ? {} : { form }),
        ...(alone === undefined ? {} : { alone }),
        ...(reason === undefined ? {} : { reason }),
        ...(throttledSince === undefined ? {} : { throttledSince }),
        ...dueAttributes(key, nextAttemptAt),
      };
      const remove = ['leaseUntil', ...(throttledSince === undefined ? ['throttledSince'] : [])];
      return { key, set, remove, condition };
    }
    case 'DELIVERED': {
      const { thread } = settlement;
      const named = thread === undefined ? {} : { thread };
      const expiresAt = Math.ceil((now + keepDeliveredMs) / 1000);
      const set = { ...common, deliveredAt: now, expiresAt, ...named };
      // A replay may go by another way: a reply must not name the message of before.
      const remove = [...undue, 'reason', ...(thread === undefined ? ['thread'] : [])];
      return { key, set, remove, condition };
    }
    case 'HELD': {
      const misplaced = settlement.misplaced ? { misplaced: true } : {};
      const set = { ...common, reason: settlement.reason, ...misplaced };
      return { key, set, remove: undue, condition };
    }
    case 'DEAD':
      return { key, set: { ...common, reason: settlement.reason }, remove: undue, condition };
  }
}

/** The writes in the same transaction as the digest. */
function writesBeside(
  { pointer: { routeId }, digestId, fence }: DigestClaim,
  settlement: Settlement,
  { key }: TableUpdate,
): TableWrite[] {
  if (settlement.to === 'DELIVERED') return [dropOwed(key)];
  if (settlement.to !== 'HELD') return [];
  // The mark lets the sweep find it when the config has changed.
  if (settlement.misplaced) return [misplacedMark(routeId, digestId, fence)];
  // Kept only if its route is still disabled: enabling a route makes its kept digests due, but only once.
  return [{ kind: 'check', key: routeKey(routeId), condition: isDisabled }];
}
