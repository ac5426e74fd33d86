import { digestStates, reportKinds } from '../../domain/digests/delivery.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';

export type DigestListing = ReturnType<typeof listingOf>;

/** Times in milliseconds since the epoch. */
export function listingOf(item: Item) {
  return {
    routeId: stringOf(item, 'routeId') ?? '',
    slot: stringOf(item, 'slot') ?? '',
    part: numberOf(item, 'part') ?? 0,
    digestId: stringOf(item, 'digestId') ?? '',
    /** `UNKNOWN`: written by a later version; this version leaves it alone. */
    state: digestStates.find((state) => state === item.state) ?? ('UNKNOWN' as const),
    kind: reportKinds.find((kind) => kind === item.kind) ?? ('digest' as const),
    signals: numberOf(item, 'signals') ?? stringsOf(item, 'members').length,
    attempts: numberOf(item, 'attempts') ?? 0,
    reason: stringOf(item, 'reason'),
    /** Its bytes were rendered for this kind of destination. */
    destinationType: stringOf(item, 'destinationType') ?? '',
    frozenAt: numberOf(item, 'frozenAt') ?? 0,
    /** The sweep queues it next then; null if it failed for good. */
    dueAt: numberOf(item, 'dueAt'),
    /** Null if it is not delivered. */
    deliveredAt: numberOf(item, 'deliveredAt'),
    /** An operator made it due again then; null if never. */
    resentAt: numberOf(item, 'resentAt'),
    /** The route to whose destination an operator sent it; null for its own. */
    instead: stringOf(item, 'instead'),
  };
}
