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
  /** By what its destination names the message, once it is delivered; null where it has no threads, or did not say. */
  readonly thread: string | null;
}

export function createStoredDigests({ table }: LedgerPorts) {
  return {
    /** A digest with its text; null if it is kept no more, 30 days after its delivery, or in a later version's form. */
    async readStored({ routeId, slot, part }: DigestPointer): Promise<StoredDigest | null> {
      const item = await table.get(digestKey(routeId, slot, part));
      const body = item ? bodyToSend(item) : null;
      if (item === undefined || body === null) return null;
      const plainBody = stringOf(item, 'plainText') ?? undefined;
      return { ...listingOf(item), body, plainBody, thread: stringOf(item, 'thread') };
    },
  };
}
