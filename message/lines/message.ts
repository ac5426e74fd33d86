import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { SignalAction } from '../../shared/domain/routes/route.ts';

/**
 * A digest as people read it, in order. A destination writes each span in its own form, takes every text literally, and
 * decides nothing.
 */
export interface DigestMessage {
  /** The totals of the whole digest, at most 150 UTF-16 units. */
  readonly headline: string;
  /** A notification shows it and a screen reader reads it: the headline and the first signal with its buyer. */
  readonly text: string;
  /** A flood's notice, the hot signals, and their buyers' summaries. */
  readonly hot: readonly MessageSection[];
  readonly rest: readonly MessageSection[];
  /** `11 more: Keller ISD 3, City of Marhaven 3`: stands for `rest` where that goes into a thread. Null without a rest. */
  readonly restCounts: Line | null;
  readonly footer: readonly Line[];
  /** Menus point to this digest; absent without menus. */
  readonly menusOf?: DigestPointer | undefined;
}

export type MessageSection =
  /** `signalId`: a menu below is of these lines. */
  | { readonly kind: 'lines'; readonly lines: readonly Line[]; readonly signalId?: string }
  | { readonly kind: 'quote'; readonly lines: readonly Line[] }
  /** A contact reaches the person of the hot signal above. It is not said in a second form. */
  | { readonly kind: 'contact'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  /** Actions on the signal above. A destination without menus sees a section without lines. */
  | {
      readonly kind: 'menu';
      readonly lines: readonly [];
      readonly signalId: string;
      readonly actions: readonly SignalAction[];
    };

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
  /** `id` and `name` come from the config. */
  | { readonly kind: 'mention'; readonly id: string; readonly name: string };

/**
 * A room says how much a message tells. Each hot signal has a line with its link, its date, its money and why it is hot;
 * the first ones have more.
 */
export interface Room {
  /** The first hot signals are told whole: with a sentence, the person, and their buyer's summary. */
  readonly whole: number;
  /** The next ones are told without the summary. */
  readonly short: number;
  /** The list of the other signals has so many at most; with 0 they are only counted. */
  readonly listed: number;
}

/**
 * `whole`: everything in one message. `channel`: the hot signals, and how many others the thread has. `thread`: those
 * others.
 */
export type MessagePlace = 'whole' | 'channel' | 'thread';
