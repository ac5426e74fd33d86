import {
  createMuteCount,
  type Mute,
  type MutedSignals,
  muteKinds,
  muteOf,
  mutesListedDays,
} from '../../domain/routes/mute.ts';
import { rememberedUntil } from '../items/kept.ts';
import { bridgeIdOfEntry, muteKey, mutesPk, outboxPk, outboxPrefix } from '../items/keys.ts';
import { signalIn } from '../items/stored-signal.ts';
import { above, all, any, below, missing, tryIfHolds } from '../table/conditions.ts';
import { numberOf, queryAll, stringOf } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';

/** The config has no mutes, so that none needs a deploy. */
export function createMutes(ports: LedgerPorts) {
  const { table } = ports;

  return {
    /** A mute that was chosen since `chosenAt`, milliseconds since the epoch, stays, however late this comes. */
    async begin(mute: Mute, chosenAt?: number): Promise<void> {
      const { name, until, because } = mute;
      const chosen = chosenAt === undefined ? {} : { chosenAt };
      const expiresAt = rememberedUntil(until, mutesListedDays);
      const set = { until, because, ...(name && { name }), ...chosen, expiresAt, v: 1 };
      const condition = chosenAt === undefined ? {} : { condition: isOlder(chosenAt) };
      await tryIfHolds(ports, () => table.update({ key: muteKey(mute), set, ...condition }));
    },

    /** An end that is made up would put off signals. A reader's choice ends no mute that was chosen later. */
    async end(mute: Pick<Mute, 'kind' | 'id' | 'routeId'>, at: number, byReader = false): Promise<boolean> {
      const key = muteKey(mute);
      const chosen = {
        ...(mute.routeId === undefined ? {} : { chosenAt: at }),
        expiresAt: rememberedUntil(at, mutesListedDays),
        v: 1,
      };
      const set = { until: at, ...chosen };
      const condition = byReader ? all(isOlder(at), above('until', at)) : above('until', at);
      const { holds, found } = await tryIfHolds(ports, () => table.update({ key, set, condition }));
      // A first try that got no answer may have written it.
      const isEnded = holds || (found !== undefined && numberOf(found, 'until') === at);
      // A mute that was chosen before may come later.
      const mark = { key, set: chosen, condition: isOlder(at) };
      if (byReader && !isEnded) await tryIfHolds(ports, () => table.update(mark));
      return isEnded;
    },

    /** A signal that several mutes hold is counted under the last to end. */
    async count(routeId: string, mutes: readonly Mute[], now: number): Promise<MutedSignals[]> {
      const count = createMuteCount();
      if (!mutes.some(({ until }) => until > now)) return [];
      for await (const item of queryAll(table, outboxPk(routeId), outboxPrefix)) {
        const signal = { buyerId: String(item.buyerId), bridgeId: bridgeIdOfEntry(item.sk) };
        const mute = muteOf(mutes, routeId, signal, now);
        if (mute !== null) count.add(mute, () => signalIn(item));
      }
      return count.list();
    },

    /** A consistent read. Mutes that are over but still listed are included. */
    async list(): Promise<Mute[]> {
      const mutes = await Array.fromAsync(queryAll(table, mutesPk, ''), muteIn);
      return mutes.filter((mute) => mute !== null);
    },
  };
}

const isOlder = (chosenAt: number) => any(missing('chosenAt'), below('chosenAt', chosenAt));

function muteIn(item: Item): Mute | null {
  const [head = '', ...rest] = item.sk.split('#');
  const [named, routeId] = head.split('@');
  const until = numberOf(item, 'until');
  const kind = muteKinds.find((one) => one === named);
  if (until === null || kind === undefined) return null;
  const name = stringOf(item, 'name');
  const of = { ...(routeId && { routeId }), ...(name && { name }) };
  return { kind, id: rest.join('#'), ...of, until, because: stringOf(item, 'because') ?? '' };
}
