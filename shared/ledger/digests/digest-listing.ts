import { inParallel } from '../../domain/concurrency.ts';
import type { DigestPointer, DigestState } from '../../domain/digests/delivery.ts';
import { digestPointerOf, digestPrefix, handedPrefix, owedKey, owedPrefix, routeKey } from '../keys.ts';
import { queryAll, queryPages } from '../table/query-all.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item, Key, Table, TableWrite } from '../table/table.ts';

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
  const own: DigestListing[] = [];
  const handed: DigestListing[] = [];
  for await (const item of readUndelivered(table, routeId)) {
    (item.routeId === routeId ? own : handed).push(listingOf(item));
  }
  return [...own, ...handed];
}

/** A digest has some 20 KB: what is read together must fit into memory. */
const digestsAtOnce = 50;
const readsAtOnce = 8;

/** Reads what is undelivered and nothing else: what a route delivered in 30 days would cost far more. */
export async function* readUndelivered(table: Table, routeId: string): AsyncGenerator<Item> {
  const { pk } = routeKey(routeId);
  for await (const pointers of queryPages(table, pk, owedPrefix, digestsAtOnce)) {
    const items = await inParallel(pointers, readsAtOnce, (pointer) => table.get(digestOf(pointer)));
    // Delivered, or handed on, since the pointers were read: the digest itself says so.
    for (const item of items) if (item && !isFinal(item) && senderOf(item) === routeId) yield item;
  }
}

/** The digests of other routes that this one has to send, or delivered and that are still kept. */
export async function* readHanded(table: Table, routeId: string): AsyncGenerator<Item> {
  for await (const item of readUndelivered(table, routeId)) if (item.routeId !== routeId) yield item;
  yield* readHandedOver(table, routeId);
}

/** Every digest that this route delivered and that is still kept: its own, then those handed over to it. */
export async function* readDelivered(table: Table, routeId: string): AsyncGenerator<Item> {
  for await (const item of queryAll(table, routeKey(routeId).pk, digestPrefix)) {
    if (item.state === 'DELIVERED' && senderOf(item) === routeId) yield item;
  }
  for await (const item of readHandedOver(table, routeId)) if (item.state === 'DELIVERED') yield item;
}

async function* readHandedOver(table: Table, routeId: string): AsyncGenerator<Item> {
  for await (const pointer of queryAll(table, routeKey(routeId).pk, handedPrefix)) {
    const item = await table.get(digestOf(pointer));
    if (item && senderOf(item) === routeId) yield item;
  }
}

function isFinal({ state }: Item): boolean {
  return state === 'DELIVERED' || state === 'DISCARDED';
}

/** The route that sends a digest: its own, unless it was handed over. */
export function senderOf(item: Item): string {
  return stringOf(item, 'via') ?? stringOf(item, 'routeId') ?? '';
}

/** Belongs into each transaction after which `sender` has to send a digest. */
export function putOwed(sender: string, digest: Key, now: number): TableWrite {
  const { pk, sk } = digest;
  return { kind: 'put', item: { ...owedKey(sender, digest), digestPk: pk, digestSk: sk, at: now, v: 1 } };
}

/** Belongs into each transaction after which `sender` has to send a digest no more. */
export function dropOwed(sender: string, digest: Key): TableWrite {
  return { kind: 'delete', key: owedKey(sender, digest) };
}

export interface OwedDigest extends DigestPointer {
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The digests that a route owes, each since when: its freezing, its replay, or its hand-over. Reads pointers alone. */
export async function listOwed(table: Table, routeId: string): Promise<OwedDigest[]> {
  const owed: OwedDigest[] = [];
  for await (const pointer of queryAll(table, routeKey(routeId).pk, owedPrefix)) {
    const digest = digestPointerOf(digestOf(pointer));
    if (digest) owed.push({ ...digest, since: numberOf(pointer, 'at') ?? 0 });
  }
  return owed;
}

function digestOf(pointer: Item): Key {
  return { pk: stringOf(pointer, 'digestPk') ?? '', sk: stringOf(pointer, 'digestSk') ?? '' };
}

export function listingOf(item: Item): DigestListing {
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
