import type { DigestPointer, DigestState } from '../domain/delivery.ts';
import { digestPrefix, handedPrefix, routeKey } from './keys.ts';
import { queryAll } from './query-all.ts';
import { numberOf, stringOf, stringsOf } from './read-item.ts';
import type { Item, Table } from './table.ts';

export interface DigestListing extends DigestPointer {
  readonly digestId: string;
  /** `UNKNOWN`: written by a later version; this one leaves it alone. */
  readonly state: DigestState | 'UNKNOWN';
  /** A report on a period, with no signals in it. */
  readonly heartbeat: boolean;
  readonly signals: number;
  readonly attempts: number;
  readonly reason: string | null;
  /** The kind of destination that its bytes were written for. */
  readonly destinationType: string;
  /** The route that sends it in place of its own, since it was handed over; null when it was not. */
  readonly via: string | null;
  /** Kept since no route of the config could take it. */
  readonly misplaced: boolean;
  /** Milliseconds since the epoch. */
  readonly frozenAt: number;
  /** When the sweep takes it up next; null for what is kept until someone makes it due. */
  readonly dueAt: number | null;
  /** When it was made due once more after it had been delivered; null when it was not. */
  readonly replayedAt: number | null;
}

const states: readonly string[] = [
  'FROZEN',
  'SENDING',
  'DELIVERED',
  'DEAD',
  'HELD',
  'DISCARDED',
] satisfies DigestState[];

/** Every digest that a route has to send and did not, its own in the order of their slots, then those handed to it. */
export async function listUndelivered(table: Table, routeId: string): Promise<DigestListing[]> {
  const found: DigestListing[] = [];
  for await (const item of readUndelivered(table, routeId)) found.push(listingOf(item));
  return found;
}

export async function* readUndelivered(table: Table, routeId: string): AsyncGenerator<Item> {
  for await (const item of readDigestsOf(table, routeId)) if (isUndelivered(item)) yield item;
}

/** Every digest, in whatever state, that this route sends or sent: its own, then those handed over to it. */
export async function* readDigestsOf(table: Table, routeId: string): AsyncGenerator<Item> {
  const { pk } = routeKey(routeId);
  for await (const item of queryAll(table, pk, digestPrefix)) {
    if (stringOf(item, 'via') === null) yield item;
  }
  for await (const pointer of queryAll(table, pk, handedPrefix)) {
    const key = { pk: stringOf(pointer, 'digestPk') ?? pk, sk: stringOf(pointer, 'digestSk') ?? pointer.sk };
    const item = await table.get(key);
    // The pointer may be left from an earlier hand-over: the digest itself says who sends it.
    if (item && stringOf(item, 'via') === routeId) yield item;
  }
}

function isUndelivered({ state }: Item): boolean {
  return state !== 'DELIVERED' && state !== 'DISCARDED';
}

function listingOf(item: Item): DigestListing {
  const state = stringOf(item, 'state') ?? 'UNKNOWN';
  return {
    routeId: stringOf(item, 'routeId') ?? '',
    slot: stringOf(item, 'slot') ?? '',
    part: numberOf(item, 'part') ?? 0,
    digestId: stringOf(item, 'digestId') ?? '',
    state: states.includes(state) ? (state as DigestState) : 'UNKNOWN',
    heartbeat: item.kind === 'heartbeat',
    signals: numberOf(item, 'signals') ?? stringsOf(item, 'members').length,
    attempts: numberOf(item, 'attempts') ?? 0,
    reason: stringOf(item, 'reason'),
    destinationType: stringOf(item, 'destinationType') ?? '',
    via: stringOf(item, 'via'),
    misplaced: item.misplaced === true,
    frozenAt: numberOf(item, 'frozenAt') ?? 0,
    dueAt: numberOf(item, 'dueAt'),
    replayedAt: numberOf(item, 'replayedAt'),
  };
}
