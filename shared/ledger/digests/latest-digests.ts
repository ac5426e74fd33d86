import { isoTime } from '../../domain/clock.ts';
import { digestPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { RouteRegistry } from '../routes/route-registry.ts';
import { queryAll } from '../table/read-many.ts';
import type { Item } from '../table/table.ts';
import { bodyToSend } from './claim-digest.ts';
import { type DigestListing, listingOf } from './digest-listing.ts';

export interface LatestDigest extends DigestListing {
  /** The text to send: the plain form, once the first was rejected. */
  readonly body: string;
}

export function createLatestDigests({ table, clock }: LedgerPorts, { listRoutes }: RouteRegistry) {
  /**
   * A partition can only be read forwards, so this reads spans of time from the latest back, until there are enough.
   */
  const readLatestOf = async (routeId: string, most: number, now: number): Promise<LatestDigest[]> => {
    const found: LatestDigest[] = [];
    for (const span of spansBackFrom(now)) {
      if (found.length >= most) break;
      const inSpan: LatestDigest[] = [];
      for await (const item of queryAll(table, routeKey(routeId).pk, `${digestPrefix}${span}`)) {
        const digest = latestOf(item);
        if (digest) inSpan.push(digest);
      }
      found.unshift(...inSpan);
    }
    return found.slice(-most);
  };

  return {
    /**
     * The digests of the last 30 days with their content, at most `most`, by the time of delivery or creation. For one
     * machine only: in the cloud it would be hundreds of queries for each route.
     */
    async readLatestDigests(most: number): Promise<LatestDigest[]> {
      const now = clock.now();
      const found: LatestDigest[] = [];
      for (const { routeId } of await listRoutes()) found.push(...(await readLatestOf(routeId, most, now)));
      return found.sort((a, b) => timeOf(a) - timeOf(b)).slice(-most);
    },
  };
}

function timeOf({ deliveredAt, frozenAt }: LatestDigest): number {
  return deliveredAt ?? frozenAt;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Delivered digests are kept for 30 days. */
const longestMs = 31 * dayMs;

/** Prefixes of slots, latest first: hours of today and yesterday, which can have many digests, then whole days. */
function* spansBackFrom(now: number): Generator<string> {
  const yesterday = Math.floor(now / dayMs) * dayMs - dayMs;
  for (let at = now; at >= yesterday; at -= hourMs) yield isoTime(at).slice(0, 'YYYY-MM-DDTHH'.length);
  for (let at = yesterday - dayMs; at > now - longestMs; at -= dayMs) {
    yield isoTime(at).slice(0, 'YYYY-MM-DD'.length);
  }
}

/** Null for a discarded digest, and for one that a later version wrote. */
function latestOf(item: Item): LatestDigest | null {
  const listing = listingOf(item);
  const body = bodyToSend(item);
  if (listing.state === 'DISCARDED' || listing.state === 'UNKNOWN' || body === null) return null;
  return { ...listing, body };
}
