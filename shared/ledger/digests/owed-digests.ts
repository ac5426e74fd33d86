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

/** A digest has some 20 KB: a batch must fit into memory. */
const digestsAtOnce = 50;

export type OwedDigests = ReturnType<typeof createOwedDigests>;

/** The digests that a route has to send or has sent: its own, and those handed over to it. */
export function createOwedDigests({ table }: LedgerPorts) {
  /** Reads only undelivered digests: reading those delivered within 30 days, too, would cost far more. */
  async function* readUndelivered(routeId: string): AsyncGenerator<Item> {
    const { pk } = routeKey(routeId);
    for await (const pointers of queryPages(table, pk, owedPrefix, digestsAtOnce)) {
      // The digest itself shows whether it was delivered or handed over since its pointer was read.
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

    /** The digests of other routes that this one has to send, or has delivered and still keeps. */
    async *readHanded(routeId: string): AsyncGenerator<Item> {
      for await (const item of readUndelivered(routeId)) if (item.routeId !== routeId) yield item;
      yield* readHandedOver(routeId);
    },

    /** Every delivered digest that is still kept: the route's own, then those handed over to it. */
    async *readDelivered(routeId: string): AsyncGenerator<Item> {
      for await (const item of queryAll(table, routeKey(routeId).pk, digestPrefix)) {
        if (item.state === 'DELIVERED' && senderOf(item) === routeId) yield item;
      }
      for await (const item of readHandedOver(routeId)) if (item.state === 'DELIVERED') yield item;
    },

    /** Every undelivered digest of a route: its own in the order of their slots, then those handed over to it. */
    async listUndelivered(routeId: string): Promise<DigestListing[]> {
      const own: DigestListing[] = [];
      const handed: DigestListing[] = [];
      for await (const item of readUndelivered(routeId)) {
        (item.routeId === routeId ? own : handed).push(listingOf(item));
      }
      return [...own, ...handed];
    },

    /** The digests that a route owes, each with the time of its freezing, replay or hand-over. Reads only pointers. */
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

/** Belongs in each transaction after which `sender` has to send a digest. */
export function putOwed(sender: string, digest: Key, now: number): TableWrite {
  const { pk, sk } = digest;
  return { kind: 'put', item: { ...owedKey(sender, digest), digestPk: pk, digestSk: sk, at: now, v: 1 } };
}

/** Belongs in each transaction after which `sender` no longer has to send a digest. */
export function dropOwed(sender: string, digest: Key): TableWrite {
  return { kind: 'delete', key: owedKey(sender, digest) };
}

function digestOf(pointer: Item): Key {
  return { pk: stringOf(pointer, 'digestPk') ?? '', sk: stringOf(pointer, 'digestSk') ?? '' };
}

function isFinal({ state }: Item): boolean {
  return state === 'DELIVERED' || state === 'DISCARDED';
}
