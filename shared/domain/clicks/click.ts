import type { DigestPointer } from '../digests/delivery.ts';

export type ClickKind = (typeof clickKinds)[number];
export const clickKinds = ['claim', 'not-for-us', 'mute-week', 'mute-month', 'unmute', 'more'] as const;

/** A message of the queue of clicks. */
export interface Click {
  readonly id: string;
  readonly kind: ClickKind;
  /** The destination's clock, in milliseconds since the epoch. */
  readonly clickedAt: number;
  /** The reader in the words of the destination: `U0123ABCD`, and a name. */
  readonly by: { readonly id: string; readonly name: string };
  readonly signalId: string;
  /** The message's own word for its digest. */
  readonly pointer: DigestPointer;
  /** The message, as `thread` of a delivered digest: `C0123 1503436955.000247`. */
  readonly place: string;
}

/** A click that changed something. Clicks are kept in the order in which they were recorded. */
export interface RecordedClick extends Pick<Click, 'id' | 'kind' | 'by' | 'signalId'> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly until?: number | undefined;
}
