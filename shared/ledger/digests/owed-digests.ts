import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { digestPointerOf, digestPrefix, handedPrefix, owedKey, owedPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { queryAll, queryPages } from '../table/query-all.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { readItems } from '../table/read-items.ts';
import type { Item, Key, TableWrite } from '../table/table.ts';
import { type DigestListing, listingOf, senderOf } from './digest-listing.ts';

export interface OwedDigest extends DigestPointer {
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A digest has some 20 KB: what is read together must fit into memory. */
const digestsAtOnce = 50;

export type OwedDigests = ReturnType<typeof createOwedDigests>;

/** Which digests a route has to send, and which it has sent: its own, and those that were handed over to it. */
export function createOwedDigests({ table }: LedgerPorts) {
  /** Reads what is undelivered and nothing else: what a route delivered in 30 days would cost far more. */
  async function* readUndelivered(routeId: string): AsyncGenerator<Item> {
    const { pk } = routeKey(routeId);
    for await (const pointers of queryPages(table, pk, owedPrefix, digestsAtOnce)) {
      // Delivered, or handed on, since the pointers were read: the digest itself says so.
      for (const item of await readItems(table, pointers.map(digestOf))) {
        if (item && !isFinal(item) && senderOf(item) === routeId) yield item;
      }
    }
  }

  async function* readHandedOver(routeId: string): AsyncGenerator<Item> {
    for await (const pointer of queryAll(table, routeKey(routeId).pk, handedPrefix)) {
      const item = await table.get(digestOf(pointer));
      if (item && senderOf(item) === routeId) yield item;
    }
  }

  return {
    readUndelivered,

    /** The digests of other routes that this one has to send, or delivered and that are still kept. */
    async *readHanded(routeId: string): AsyncGenerator<Item> {
      for await (const item of readUndelivered(routeId)) if (item.routeId !== routeId) yield item;
      yield* readHandedOver(routeId);
    },

    /** Every digest that this route delivered and that is still kept: its own, then those handed over to it. */
    async *readDelivered(routeId: string): AsyncGenerator<Item> {
      for await (const item of queryAll(table, routeKey(routeId).pk, digestPrefix)) {
        if (item.state === 'DELIVERED' && senderOf(item) === routeId) yield item;
      }
      for await (const item of readHandedOver(routeId)) if (item.state === 'DELIVERED') yield item;
    },

    /** Every digest that a route has to send and did not, its own in the order of their slots, then those handed to it. */
    async listUndelivered(routeId: string): Promise<DigestListing[]> {
      const own: DigestListing[] = [];
      const handed: DigestListing[] = [];
      for await (const item of readUndelivered(routeId)) {
        (item.routeId === routeId ? own : handed).push(listingOf(item));
      }
      return [...own, ...handed];
    },

    /** The digests that a route owes, each since when: its freezing, its replay, or its hand-over. Reads pointers alone. */
    async listOwed(routeId: string): Promise<OwedDigest[]> {
      const owed: OwedDigest[] = [];
      for await (const pointer of queryAll(table, routeKey(routeId).pk, owedPrefix)) {
        const digest = digestPointerOf(digestOf(pointer));
        if (digest) owed.push({ ...digest, since: numberOf(pointer, 'at') ?? 0 });
      }
      return owed;
    },
  };
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

function digestOf(pointer: Item): Key {
  return { pk: stringOf(pointer, 'digestPk') ?? '', sk: stringOf(pointer, 'digestSk') ?? '' };
}

function isFinal({ state }: Item): boolean {
  return state === 'DELIVERED' || state === 'DISCARDED';
}
