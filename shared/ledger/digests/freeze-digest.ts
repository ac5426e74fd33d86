import type { FrozenDigest, ReportKind } from '../../domain/digests/delivery.ts';
import { drawLetters } from '../../domain/digests/digest-id.ts';
import { putEntry } from '../history/digest-entries.ts';
import { addToTally } from '../history/tallies.ts';
import { digestKey, dueAttributes, entryKey } from '../items/keys.ts';
import { putStep, type RouteStep, type Routes } from '../routes/routes.ts';
import { absent, present, tryAgain } from '../table/conditions.ts';
import { type Item, type LedgerPorts, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { putOwed } from './owed-digests.ts';

export function createFreezing(ports: LedgerPorts, routes: Routes) {
  const { table } = ports;
  return {
    /**
     * Stores the digest and deletes its members from the outbox, all or nothing. False if another composer was
     * faster: the caller drops the bytes and reads the outbox again. A reply is stored with its message, so that
     * neither of the two ever exists alone. A report, which has no members, moves its route's mark.
     */
    async freeze(
      digest: FrozenDigest,
      now: number,
      reply?: FrozenDigest,
      step?: RouteStep,
    ): Promise<boolean> {
      await routes.register([digest.routeId]);
      const digests = reply === undefined ? [digest] : [digest, reply];
      // Another composer may freeze the same digest, under the same id: only one of the two has created it.
      const freeze = drawLetters(ports.random);
      const kind = step !== undefined && 'report' in step ? step.report : undefined;
      const items = digests.map((one) => ({ ...describeFrozen(one, now, kind), freeze }));
      const members = digests.flatMap((one) => one.members);
      const writes: TableWrite[] = [
        ...items.map((item): TableWrite => ({ kind: 'put', item, condition: absent })),
        ...items.map((item) => putOwed(item, now)),
        ...digests.map((one) => putEntry(one, kind, now)),
        ...(members.length > 0 ? [addToTally(digest.routeId, tallyOf(digests), now)] : []),
        ...members.map(
          (sk): TableWrite => ({
            kind: 'delete',
            key: entryKey(digest.routeId, sk),
            condition: present,
          }),
        ),
        ...(step === undefined ? [] : [putStep(digest.routeId, step)]),
      ];
      try {
        await tryAgain(ports, () => table.transact(writes));
        return true;
      } catch (error) {
        if (!(error instanceof TransactionCancelledError)) throw error;
        const { reasons } = error;
        if (items.some((_, index) => reasons[index]?.code === 'too-large')) throw error;
        // The digest is already there: an earlier try of this write, whose result was unknown.
        return items.every((_, index) => {
          const put = reasons[index];
          return put?.code === 'condition-failed' && put.item?.freeze === freeze;
        });
      }
    },
  };
}

function tallyOf(digests: readonly FrozenDigest[]) {
  return {
    digests: digests.length,
    signals: digests.reduce((sum, { members }) => sum + members.length, 0),
    hot: digests.reduce((sum, { outline }) => sum + outline.hot, 0),
  };
}

/** No renderer's body comes near the largest item size. */
function describeFrozen(digest: FrozenDigest, now: number, kind: ReportKind | undefined): Item {
  const key = digestKey(digest);
  return {
    ...key,
    digestId: digest.digestId,
    routeId: digest.routeId,
    slot: digest.slot,
    part: digest.part,
    destinationType: digest.destinationType,
    members: digest.members,
    signals: digest.members.length,
    ...(kind === undefined ? {} : { kind }),
    ...(digest.replyTo === undefined ? {} : { replyTo: digest.replyTo }),
    ...(digest.repliedBy === undefined ? {} : { repliedBy: digest.repliedBy }),
    state: 'FROZEN',
    fence: 0,
    attempts: 0,
    frozenAt: now,
    v: 1,
    ...dueAttributes(key, now),
    text: digest.body,
    ...(digest.plainBody === undefined ? {} : { plainText: digest.plainBody }),
  };
}
