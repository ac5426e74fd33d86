import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { digestKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { stringOf } from '../table/read-item.ts';
import { bodyToSend } from './claim-digest.ts';
import { type DigestListing, listingOf } from './digest-listing.ts';

export interface StoredDigest extends DigestListing {
  /** The text that is sent, or was: the plain form, once the first was rejected. */
  readonly body: string;
  /** Its second form, where it has one. */
  readonly plainBody: string | undefined;
}

export function createStoredDigests({ table }: LedgerPorts) {
  return {
    /** A digest with its text; null if it is kept no more, 30 days after its delivery, or in a later version's form. */
    async readStored({ routeId, slot, part }: DigestPointer): Promise<StoredDigest | null> {
      const item = await table.get(digestKey(routeId, slot, part));
      const body = item ? bodyToSend(item) : null;
      if (item === undefined || body === null) return null;
      return { ...listingOf(item), body, plainBody: stringOf(item, 'plainText') ?? undefined };
    },
  };
}
