import { hash } from 'node:crypto';
import type { FrozenDigest } from '../../domain/digests/delivery.ts';
import { spellDigestId } from '../../domain/digests/digest-id.ts';
import { registryKey } from '../items/keys.ts';
import type { LedgerPorts } from '../table/table.ts';

/** Its body was rendered with `noDigestId`. */
export type UnnamedDigest = Pick<
  FrozenDigest,
  'routeId' | 'slot' | 'part' | 'members' | 'body' | 'plainBody'
>;

export function createDigestIds({ table }: LedgerPorts) {
  /** A route's registration never changes: what is hashed of it is kept. */
  const known = new Map<string, readonly unknown[]>();
  return {
    /** Names the digests of a route. The same digest has the same id, and any other one another: see ADR 4. */
    async readNaming(routeId: string) {
      const registered = known.has(routeId) ? undefined : await table.get(registryKey(routeId));
      if (registered) known.set(routeId, [registered.seed, registered.firstSeenAt]);
      const own = known.get(routeId) ?? [];
      return ({ routeId: id, slot, part, members, body, plainBody }: UnnamedDigest): string => {
        const all = JSON.stringify([own, id, slot, part, members, body, plainBody]);
        return spellDigestId(hash('sha256', all, 'buffer'));
      };
    },
  };
}
