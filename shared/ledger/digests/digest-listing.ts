import {
  type DigestKind,
  type DigestPointer,
  type DigestState,
  reportKinds,
} from '../../domain/digests/delivery.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';

export interface DigestListing extends DigestPointer {
  readonly digestId: string;
  /** `UNKNOWN`: written by a later version; this version leaves it alone. */
  readonly state: DigestState | 'UNKNOWN';
  readonly kind: DigestKind;
  readonly signals: number;
  readonly attempts: number;
  readonly reason: string | null;
  /** The kind of destination that its bytes were rendered for. */
  readonly destinationType: string;
  /** Milliseconds since the epoch. */
  readonly frozenAt: number;
  /** When the sweep queues it next; null if it failed for good. */
  readonly dueAt: number | null;
  /** Milliseconds since the epoch; null if it is not delivered. */
  readonly deliveredAt: number | null;
  /** When an operator made it due again; null if never. */
  readonly resentAt: number | null;
}

const states: readonly string[] = [
  'FROZEN',
  'SENDING',
  'DELIVERED',
  'DEAD',
  'HELD',
  'DISCARDED',
] satisfies DigestState[];

export function listingOf(item: Item): DigestListing {
  const state = stringOf(item, 'state') ?? 'UNKNOWN';
  return {
    routeId: stringOf(item, 'routeId') ?? '',
    slot: stringOf(item, 'slot') ?? '',
    part: numberOf(item, 'part') ?? 0,
    digestId: stringOf(item, 'digestId') ?? '',
    state: states.includes(state) ? (state as DigestState) : 'UNKNOWN',
    kind: reportKinds.find((kind) => kind === item.kind) ?? 'digest',
    signals: numberOf(item, 'signals') ?? stringsOf(item, 'members').length,
    attempts: numberOf(item, 'attempts') ?? 0,
    reason: stringOf(item, 'reason'),
    destinationType: stringOf(item, 'destinationType') ?? '',
    frozenAt: numberOf(item, 'frozenAt') ?? 0,
    dueAt: numberOf(item, 'dueAt'),
    deliveredAt: numberOf(item, 'deliveredAt'),
    resentAt: numberOf(item, 'resentAt'),
  };
}
