import { type DigestClaim, type Settlement, senderOf } from '../../domain/digests/delivery.ts';
import { digestKey, dueAttributes, handedKey, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { misplacedMark } from '../routes/route-registry.ts';
import { isDisabled } from '../routes/routes.ts';
import { all, equals } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { type TableUpdate, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { dropOwed } from './owed-digests.ts';

/** How long a delivered digest is kept to be looked up; only then does it get a time to live. */
const keepDeliveredMs = 30 * 86_400_000;

export function createSettling(ports: LedgerPorts) {
  const { table } = ports;

  /**
   * Writes down what an attempt came to, if the claim still holds. `attempted` is false when the destination was
   * not called at all, or said when to come again: that uses up no attempt. False when the claim was lost in between.
   */
  const settleDigest = async (
    claim: DigestClaim,
    settlement: Settlement,
    now: number,
    attempted = true,
  ): Promise<boolean> => {
    const update = describeSettled(claim, settlement, now, attempted);
    const others = writesBeside(claim, settlement, update, now);
    const settle = (): Promise<unknown> =>
      others.length === 0 ? table.update(update) : table.transact([{ kind: 'update', ...update }, ...others]);
    try {
      const { holds, found } = await ifHolds(tryAgain(ports, settle));
      // An earlier try of this write, whose result stayed unknown, has left its own fence behind.
      return holds || found?.settledFence === claim.fence;
    } catch (error) {
      // Its route was resumed meanwhile: what is kept now nobody would make due.
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
      const { form, reason, throttledSince, nextAttemptAt } = settlement;
      const set = {
        ...common,
        ...(form === undefined ? {} : { form }),
        ...(reason === undefined ? {} : { reason }),
        ...(throttledSince === undefined ? {} : { throttledSince }),
        ...dueAttributes(key, nextAttemptAt),
      };
      const remove = ['leaseUntil', ...(throttledSince === undefined ? ['throttledSince'] : [])];
      return { key, set, remove, condition };
    }
    case 'DELIVERED': {
      const set = { ...common, deliveredAt: now, expiresAt: keepUntil(now) };
      return { key, set, remove: [...undue, 'reason'], condition };
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

/** What is written together with the digest itself. */
function writesBeside(
  claim: DigestClaim,
  settlement: Settlement,
  { key }: TableUpdate,
  now: number,
): TableWrite[] {
  const sender = senderOf(claim);
  if (settlement.to === 'DELIVERED') {
    // Nobody has to send it any more. A route that it was handed over to finds it again by a pointer, for a replay.
    const set = { digestPk: key.pk, digestSk: key.sk, at: now, expiresAt: keepUntil(now), v: 1 };
    const handed = { kind: 'update', key: handedKey(sender, key), set } as const;
    return [dropOwed(sender, key), ...(claim.via === undefined ? [] : [handed])];
  }
  if (settlement.to !== 'HELD') return [];
  // By the mark the sweep finds it when the config has changed.
  if (settlement.misplaced) return [misplacedMark(sender, claim.digestId, claim.fence)];
  // Kept only if its route is still disabled: whoever enables it makes due what is kept, and looks once.
  return [{ kind: 'check', key: routeKey(sender), condition: isDisabled }];
}

function keepUntil(deliveredAt: number): number {
  return Math.ceil((deliveredAt + keepDeliveredMs) / 1000);
}
