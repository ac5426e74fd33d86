import { knownFates, type LookedUp, type LookUpRequest } from '../../domain/reports/became.ts';
import { limitSignal } from '../../domain/signals/limit-signal.ts';
import { keptText } from '../../domain/signals/limit-text.ts';
import { rememberedUntil } from '../items/kept.ts';
import { becameKey, becameOf } from '../items/keys.ts';
import { signalIn } from '../items/stored-signal.ts';
import { absent, any, below } from '../table/conditions.ts';
import { tryIfHolds } from '../table/if-holds.ts';
import type { LedgerPorts } from '../table/ports.ts';
import { numberOf } from '../table/read-item.ts';
import { readItems } from '../table/read-many.ts';
import type { Item } from '../table/table.ts';

/** Each row has an item: answers to several questions about a buyer never meet. */
export function createBecame(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** Keyed by signal. */
    async readBecame({ buyerId, signalIds, askedAt }: LookUpRequest): Promise<Map<string, LookedUp>> {
      const keys = signalIds.map((signalId) => becameKey(buyerId, signalId));
      const answers = (await readItems(table, keys)).filter(
        (item) => (numberOf(item, 'askedAt') ?? 0) >= askedAt,
      );
      return new Map(answers.map((item) => [becameOf(item), lookedUp(item)]));
    },

    /** An answer to the same question or a later one stays. */
    async storeBecame(
      { buyerId, askedAt }: LookUpRequest,
      signalId: string,
      { became, signal }: LookedUp,
      now: number,
    ): Promise<void> {
      const text = signal === null ? {} : { text: keptText(signal, limitSignal) };
      const set = { became, askedAt, ...text, expiresAt: rememberedUntil(now), v: 1 };
      const remove = signal === null ? ['text'] : [];
      const condition = any(absent, below('askedAt', askedAt));
      const update = { key: becameKey(buyerId, signalId), set, remove, condition };
      await tryIfHolds(ports, () => table.update(update));
    },
  };
}

function lookedUp(item: Item): LookedUp {
  return { became: knownFates.find((fate) => fate === item.became) ?? 'unknown', signal: signalIn(item) };
}
