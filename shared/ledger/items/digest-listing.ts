import { digestStates, reportKinds } from '../../domain/digests/delivery.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';

export type DigestListing = ReturnType<typeof listingOf>;

/** What is listed of a digest; times in milliseconds since the epoch. */
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
    /** The kind of destination that its bytes were rendered for. */
    destinationType: stringOf(item, 'destinationType') ?? '',
    frozenAt: numberOf(item, 'frozenAt') ?? 0,
    /** When the sweep queues it next; null if it failed for good. */
    dueAt: numberOf(item, 'dueAt'),
    /** Null if it is not delivered. */
    deliveredAt: numberOf(item, 'deliveredAt'),
    /** When an operator made it due again; null if never. */
    resentAt: numberOf(item, 'resentAt'),
  };
}
