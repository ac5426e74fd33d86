import { inParallel } from '../../domain/concurrency.ts';
import { digestPrefix, owedDigestOf, owedKey, owedPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { queryAll, queryPages } from '../table/read-many.ts';
import type { Item, Key, TableWrite } from '../table/table.ts';
import { type DigestListing, listingOf } from './digest-listing.ts';

const readsAtOnce = 8;

/** A digest has some 20 KB: a batch must fit into memory. */
const digestsAtOnce = 50;

export type OwedDigests = ReturnType<typeof createOwedDigests>;

/** The digests that a route has to send or has sent. */
export function createOwedDigests({ table }: LedgerPorts) {
  /** Reads only undelivered digests: reading those delivered within 30 days, too, would cost far more. */
  async function* readUndelivered(routeId: string): AsyncGenerator<Item> {
    const { pk } = routeKey(routeId);
    for await (const pointers of queryPages(table, pk, owedPrefix, digestsAtOnce)) {
      // The digest itself shows whether it was delivered since its pointer was read.
      for (const item of await inParallel(pointers, readsAtOnce, (at) => table.get(owedDigestOf(at)))) {
        if (item && !isFinal(item)) yield item;
      }
    }
  }

  return {
    readUndelivered,

    /** Every delivered digest of a route that is still kept. */
    async *readDelivered(routeId: string): AsyncGenerator<Item> {
      for await (const item of queryAll(table, routeKey(routeId).pk, digestPrefix)) {
        if (item.state === 'DELIVERED') yield item;
      }
    },

    /** The undelivered digests of a route, at most `most`, in the order of their slots. */
    async listUndelivered(routeId: string, most = Number.POSITIVE_INFINITY): Promise<DigestListing[]> {
      const digests: DigestListing[] = [];
      for await (const item of readUndelivered(routeId)) {
        digests.push(listingOf(item));
        if (digests.length >= most) break;
      }
      return digests;
    },
  };
}

/** Belongs in each transaction after which a digest has to be sent. */
export function putOwed(digest: Key, now: number): TableWrite {
  return { kind: 'put', item: { ...owedKey(digest), at: now, v: 1 } };
}

/** Belongs in each transaction after which a digest no longer has to be sent. */
export function dropOwed(digest: Key): TableWrite {
  return { kind: 'delete', key: owedKey(digest) };
}

function isFinal({ state }: Item): boolean {
  return state === 'DELIVERED' || state === 'DISCARDED';
}
