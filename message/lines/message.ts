import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { SignalAction } from '../../shared/domain/routes/route.ts';

/**
 * What a digest says to people, in order and ready to be shown. A destination writes each span in its own form, takes
 * every text literally, and decides nothing.
 */
export interface DigestMessage {
  /** At most 150 UTF-16 units: the totals of the whole digest. */
  readonly headline: string;
  /** The headline and the first signal with its buyer: what a notification shows and a screen reader reads. */
  readonly text: string;
  /** A flood's notice, the hot signals, and their buyers' summaries. */
  readonly hot: readonly MessageSection[];
  /** The other signals, by buyer. */
  readonly rest: readonly MessageSection[];
  /** `11 more: Keller ISD 3, City of Marhaven 3`: stands for `rest` where that goes into a thread. Null without a rest. */
  readonly restCounts: Line | null;
  readonly footer: readonly Line[];
  /** The digest that its menus are of; absent without menus. */
  readonly menusOf?: DigestPointer | undefined;
}

export type MessageSection =
  /** `signalId`: the lines of a signal that a menu below is of. */
  | { readonly kind: 'lines'; readonly lines: readonly Line[]; readonly signalId?: string }
  | { readonly kind: 'quote'; readonly lines: readonly Line[] }
  /** How to reach the person of the hot signal above. It is not said in a second form. */
  | { readonly kind: 'contact'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | MenuSection;

/** What readers can do with a signal whose lines stand above. A destination without menus sees a section without lines. */
export interface MenuSection {
  readonly kind: 'menu';
  readonly lines: readonly [];
  readonly signalId: string;
  readonly actions: readonly SignalAction[];
}

export interface ListItem {
  readonly line: Line;
  readonly items: readonly Line[];
}

export type Line = readonly Span[];

export interface TextSpan {
  readonly kind: 'text';
  readonly text: string;
  readonly strong?: true;
  readonly soft?: true;
}

export type Span =
  | TextSpan
  /** `url` is https, strictly written, and `text` names no other site than the one that it leads to. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string; readonly strong?: true }
  | { readonly kind: 'fire' }
  /** By an id of the config, and the name that the config has for it. */
  | { readonly kind: 'mention'; readonly id: string; readonly name: string };

/**
 * What a message has room for. Each hot signal has a line with its link, its date, its money and why it is hot; the first
 * ones have more.
 */
export interface Room {
  /** So many hot signals, from the first, are told whole: with a sentence, the person, and their buyer's summary. */
  readonly whole: number;
  /** So many after these are told without the summary. */
  readonly short: number;
  /** The most signals in the list of those that are not hot; with 0 they are only counted. */
  readonly listed: number;
}

/**
 * Where a message stands. `whole`: all of it in one. `channel`: the hot signals, and how many others the thread has.
 * `thread`: those others.
 */
export type MessagePlace = 'whole' | 'channel' | 'thread';
