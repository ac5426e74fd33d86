/**
 * What a digest says to people, in order and ready to be shown. A destination writes each span in its own form, takes
 * every text literally, and decides nothing.
 */
export interface DigestMessage {
  /** At most 150 UTF-16 units: the totals of the whole digest. */
  readonly headline: string;
  /** The headline and the first signal: what a notification shows and a screen reader reads. */
  readonly text: string;
  /** A flood's notice, the hot signals, and their buyers' summaries. */
  readonly hot: readonly MessageSection[];
  /** The other signals, by buyer. */
  readonly rest: readonly MessageSection[];
  /** `11 more: Keller ISD 3, City of Marhaven 3`: stands for `rest` where that goes into a thread. Null without a rest. */
  readonly restCounts: Line | null;
  readonly footer: readonly Line[];
}

export type MessageSection =
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  | { readonly kind: 'quote'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] };

export interface ListItem {
  readonly line: Line;
  readonly items: readonly Line[];
}

export type Line = readonly Span[];

export type Span =
  | { readonly kind: 'text'; readonly text: string; readonly strong?: true; readonly soft?: true }
  /** `url` is https, strictly written, and `text` names no other site than the one that it leads to. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string; readonly strong?: true }
  | { readonly kind: 'fire' }
  /** A member or a group of the workspace, by an id of the config. */
  | { readonly kind: 'mention'; readonly id: string };

/** How much a message says of each hot signal: less where more would not fit. `names` is the least. */
export type Detail = 'full' | 'short' | 'names';

/** What a message has room for beside the detail of its hot signals. */
export interface Room {
  /** The most signals in the list of those that are not hot; with 0 they are only counted. */
  readonly listed: number;
  /** How many of the hot signals `names` links, from the first: an address takes the room of two signals. */
  readonly linked: number;
}

/**
 * Where a message stands. `whole`: all of it in one. `channel`: the hot signals, and how many others the thread has.
 * `thread`: those others.
 */
export type MessagePlace = 'whole' | 'channel' | 'thread';
