import { asidePrefixes } from '../keys.ts';
import type { Item, TableWrite } from '../table/table.ts';
import { keepDroppedMs, moveTo } from './flood-holding.ts';
import { restOf } from './taken-over.ts';

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
