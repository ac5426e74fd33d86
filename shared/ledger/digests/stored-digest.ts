import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { digestKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { stringOf } from '../table/read-item.ts';
import { bodyToSend } from './claim-digest.ts';
import { listingOf } from './digest-listing.ts';

export function createStoredDigests({ table }: LedgerPorts) {
  return {
    /** A digest with its text; null if it is kept no more, 30 days after its delivery, or in a later version's form. */
    async readStored({ routeId, slot, part }: DigestPointer) {
      const item = await table.get(digestKey(routeId, slot, part));
      const body = item ? bodyToSend(item) : null;
      if (item === undefined || body === null) return null;
      return {
        ...listingOf(item),
        /** The text that is sent, or was: the plain form, once the first was rejected. */
        body,
        /** Its second form, where it has one. */
        plainBody: stringOf(item, 'plainText') ?? undefined,
        /** By what its destination names the message, once it is delivered; null where it has no threads, or did not say. */
        thread: stringOf(item, 'thread'),
      };
    },
  };
}
