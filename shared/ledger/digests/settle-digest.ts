import type { AttemptRecord } from '../../domain/digests/attempt.ts';
import type { DigestClaim, Settlement } from '../../domain/digests/delivery.ts';
import { setEntry, withAttempt } from '../history/digest-entries.ts';
import { rememberedUntil } from '../items/kept.ts';
import { digestKey, dueAttributes } from '../items/keys.ts';
import { all, equals, tryIfHolds } from '../table/conditions.ts';
import type { LedgerPorts, TableUpdate, TableWrite } from '../table/table.ts';
import { dropOwed } from './owed-digests.ts';

/** A delivered digest is kept for lookups for so long. Other digests have no time to live. */
const deliveredDays = 30;

export function createSettling(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /**
     * Stores the outcome of an attempt. `attempted` is false if the destination was not called or asked to wait: that
     * gives the attempt back. False if the claim was lost in between. `told` is remembered with the digest; absent if
     * the digest was only put off.
     */
    async settle(
      claim: DigestClaim,
      settlement: Settlement,
      now: number,
      attempted = true,
      told?: Omit<AttemptRecord, 'at'>,
    ): Promise<boolean> {
      const outcomes = told && { outcomes: withAttempt(claim.outcomes, { at: now, ...told }) };
      const update = describeSettled(claim, settlement, now, attempted, outcomes);
      const writes: TableWrite[] = [{ kind: 'update', ...update }];
      if (settlement.to === 'DELIVERED') writes.push(dropOwed(update.key));
      // A digest that was kept waits again, perhaps claimed by a sender that stopped.
      if (told !== undefined || claim.held === true || claim.ambiguous) {
        const delivered = settlement.to === 'DELIVERED' ? { deliveredAt: now } : {};
        writes.push(setEntry(claim.pointer, settlement.to, now, { ...outcomes, ...delivered }));
      }
      const settle = (): Promise<unknown> =>
        writes.length > 1 ? table.transact(writes) : table.update(update);
      const { holds, found } = await tryIfHolds(ports, settle);
      // An earlier try of this write, whose result was unknown, has stored its fence.
      return holds || found?.settledFence === claim.fence;
    },
  };
}

function describeSettled(
  claim: DigestClaim,
  settlement: Settlement,
  now: number,
  attempted: boolean,
  outcomes: Readonly<Record<string, string>> | undefined,
): TableUpdate {
  const key = digestKey(claim.pointer);
  const condition = all(equals('state', 'SENDING'), equals('fence', claim.fence));
  const attempts = claim.attempts + (attempted ? 1 : 0);
  const common = { state: settlement.to, attempts, settledFence: claim.fence, ...outcomes };
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
      const expiresAt = rememberedUntil(now, deliveredDays);
      const set = { ...common, deliveredAt: now, expiresAt, ...named };
      // A resend may go by another way: a reply must not name the message of before.
      const remove = [...undue, 'reason', ...(thread === undefined ? ['thread'] : [])];
      return { key, set, remove, condition };
    }
    case 'HELD': {
      const due = dueAttributes(key, settlement.lookAgainAt);
      const set = { ...common, reason: settlement.reason, ...due };
      return { key, set, remove: ['leaseUntil', 'throttledSince'], condition };
    }
    case 'DEAD':
      return { key, set: { ...common, reason: settlement.reason }, remove: undue, condition };
  }
}
