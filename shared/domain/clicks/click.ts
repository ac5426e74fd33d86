import type { DigestPointer } from '../digests/delivery.ts';

/** What a reader chose in the menu at a hot signal. */
export type ClickKind = (typeof clickKinds)[number];
export const clickKinds = ['claim', 'not-for-us', 'mute-week', 'mute-month', 'unmute', 'more'] as const;

/** A click as it came in: a message of the queue of clicks. */
export interface Click {
  /** The same for a repeated call. */
  readonly id: string;
  readonly kind: ClickKind;
  /** By the clock of the destination, in milliseconds since the epoch. */
  readonly clickedAt: number;
  /** Who clicked, in the words of the destination: `U0123ABCD`, and a name. */
  readonly by: { readonly id: string; readonly name: string };
  readonly signalId: string;
  /** The digest that the message shows, by its own word. */
  readonly pointer: DigestPointer;
  /** Where it was clicked, as `thread` of a delivered digest: `C0123 1503435956.000247`. */
  readonly place: string;
}

/** A click that changed something: kept with the digest's entry of the history, in the order in which they were recorded. */
export interface RecordedClick extends Pick<Click, 'id' | 'kind' | 'by' | 'signalId'> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of a mute: its end, likewise. */
  readonly until?: number | undefined;
}
