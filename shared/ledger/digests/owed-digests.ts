import { inParallel } from '../../domain/concurrency.ts';
import { isFinal } from '../../domain/digests/delivery.ts';
import { type DigestListing, listingOf } from '../items/digest-listing.ts';
import { owedDigestOf, owedKey, owedPrefix, routeKey } from '../items/keys.ts';
import { queryPages } from '../table/read-item.ts';
import type { Item, Key, LedgerPorts, TableWrite } from '../table/table.ts';

const readsAtOnce = 8;

/** A digest has some 20 KB: a batch must fit into memory. */
const digestsAtOnce = 50;

export function createOwedDigests({ table }: LedgerPorts) {
  /** The digest itself shows whether it was delivered since its pointer was read. */
  const readOwed = async (pointers: readonly Key[]): Promise<Item[]> => {
    const items = await inParallel(pointers, readsAtOnce, (at) => table.get(owedDigestOf(at)));
    return items.filter((item) => item !== undefined && !isFinal(item.state)) as Item[];
  };

  /** Reads only undelivered digests: reading those delivered within 30 days, too, would cost far more. */
  async function* readUndelivered(routeId: string): AsyncGenerator<Item> {
    const { pk } = routeKey(routeId);
    for await (const pointers of queryPages(table, pk, owedPrefix, digestsAtOnce))
      yield* await readOwed(pointers);
  }

  return {
    readUndelivered,

    /** The order is that of the slots. */
    listUndelivered(routeId: string): Promise<DigestListing[]> {
      return Array.fromAsync(readUndelivered(routeId), listingOf);
    },

    /** Digests that fail now are among the last, and those that have waited longest among the first. */
    async listOutermost(
      routeId: string,
      most: number,
    ): Promise<{ digests: DigestListing[]; isAll: boolean }> {
      const query = { pk: routeKey(routeId).pk, prefix: owedPrefix, limit: most };
      const { items: first, cursor } = await table.query(query);
      const read = cursor ? (await table.query({ ...query, backwards: true })).items.toReversed() : [];
      const last = read.filter(({ sk }) => cursor !== undefined && sk > cursor.sk);
      const digests = (await readOwed([...first, ...last])).map(listingOf);
      return { digests, isAll: cursor === undefined || last.length < most };
    },
  };
}

/** Each transaction after which a digest has to be sent needs it. */
export function putOwed(digest: Key, now: number): TableWrite {
  return { kind: 'put', item: { ...owedKey(digest), at: now, v: 1 } };
}

/** Each transaction after which a digest no longer has to be sent needs it. */
export function dropOwed(digest: Key): TableWrite {
  return { kind: 'delete', key: owedKey(digest) };
}
