import { doubtAfterRefusal, noDoubt } from '../../domain/upstream/token-doubt.ts';
import { buyerKey } from '../keys.ts';
import { refusalsIn } from '../polling/buyers.ts';
import type { LedgerPorts } from '../ports.ts';
import { tryAgain } from '../table/try-again.ts';
import type { UpstreamItem } from './upstream-item.ts';

export function createTokenDoubt(ports: LedgerPorts, { readUpstream, changeUpstream }: UpstreamItem) {
  return {
    /** Stores that a buyer's list was refused with 403. True if that shows that the token is rejected. */
    async noteRefusedList(buyerId: string): Promise<boolean> {
      const key = buyerKey(buyerId);
      const isKnown = refusalsIn(await tryAgain(ports, () => ports.table.get(key))) > 0;
      return changeUpstream('lists', (state, now) => {
        const { doubt, isRejected } = doubtAfterRefusal(state, { buyerId, isKnown }, now);
        return doubt === state ? { result: false } : { set: doubt, result: isRejected };
      });
    },

    /** Call it when a list was allowed, which proves the token. */
    async endDoubt(): Promise<void> {
      await changeUpstream<void>('lists', ({ refused, doubtedAt }) =>
        refused.length === 0 && doubtedAt === null
          ? { result: undefined }
          : { set: noDoubt, result: undefined },
      );
    },

    /** Whether to poll every buyer, including resting ones: one allowed list proves the token. */
    async isTokenDoubted(): Promise<boolean> {
      return (await readUpstream('lists')).doubtedAt !== null;
    },
  };
}
