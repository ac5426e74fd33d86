import { asidePrefixes, routeKey } from '../keys.ts';
import type { Item, Table, TableWrite } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { keepDroppedMs, moveTo } from './flood-holding.ts';
import { restOf, signalIdOfEntry } from './taken-over.ts';

/** Why an entry left its route for no digest: kept with it for 30 days. */
export interface LettingGo {
  readonly fate: 'discarded' | 'had';
  /** Who asked for it, or the route that has the signal already. */
  readonly by: string;
}

/** Moves an entry, held or waiting, to where it can be looked up and expires: only what is nobody's may expire. */
export function letGo(item: Item, { fate, by }: LettingGo, now: number): TableWrite[] {
  // A signal can be let go of more than once, where routes hand it to and fro.
  const sk = `${asidePrefixes.discarded}${restOf(item)}#${now}`;
  const gone = { fate, goneBy: by, goneAt: now, expiresAt: Math.ceil((now + keepDroppedMs) / 1000) };
  return moveTo({ ...item, ...gone, sk }, item);
}

/**
 * Copies entries whose text can't be read to where they can be looked up for 30 days: the digest that counts them takes
 * them away. The same again writes the same copies. Answers the ids of their signals.
 */
export async function keepDamaged(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  keys: readonly string[],
): Promise<string[]> {
  const now = ports.clock.now();
  for (const sk of keys) {
    const item = await table.get({ pk: routeKey(routeId).pk, sk });
    if (!item) continue;
    const gone = { fate: 'damaged', goneAt: now, expiresAt: Math.ceil((now + keepDroppedMs) / 1000) };
    const copy = { ...item, ...gone, sk: `${asidePrefixes.discarded}${restOf(item)}#damaged` };
    await tryAgain(ports, () => table.put(copy));
  }
  return keys.map(signalIdOfEntry);
}
