import type { MentionRule } from '../cells/owners.ts';
import type { FactView } from '../cells/row-facts.ts';
import type { MutedSignals } from '../routes/mute.ts';
import type { LinkTemplates, Route, SignalAction } from '../routes/route.ts';
import type { Signal } from '../rows/signal.ts';
import type { HotReason } from '../signals/hotness.ts';
import type { BuyerSummary } from '../signals/summary.ts';

export interface DigestSignal
  extends Pick<Signal, 'bridgeId' | 'bridgeName' | 'rowId' | 'name' | 'updatedAt' | 'columns' | 'truncated'> {
  /** `RFP`, `Meeting`…; null where the service did not say. */
  readonly filterType: string | null;
  /** Rows of several bridges with the same one are about the same thing; null where the row has none. */
  readonly entityId: string | null;
  readonly hot: boolean;
  readonly hotBecause: readonly HotReason[];
  /** It was not known in time whether it is hot: `hot` is false. */
  readonly hotUnknown?: true | undefined;
  /** 1 is the hottest; null if it is not among the ranks that were read. */
  readonly hotnessRank: number | null;
  /** ISO 8601, UTC. */
  readonly firstSeenAt: string;
}

/** `pending`: still being generated when the wait ended; `none`: not requested, or none exists. */
export type SummaryStatus = 'ready' | 'pending' | 'none';

export interface DigestBuyer {
  readonly buyerId: string;
  readonly name: string | null;
  readonly score: number | null;
  readonly summary: BuyerSummary | null;
  readonly summaryStatus: SummaryStatus;
  readonly signals: readonly DigestSignal[];
}

/** The route does not take so many signals in one digest; all hot ones are shown. */
export interface DigestFlood {
  readonly newSignals: number;
  /** Signals that all parts of the digest show. The others are held until an operator resends them. */
  readonly shown: number;
  /** Most first; absent where it is unknown. */
  readonly bridges?: readonly { readonly name: string; readonly signals: number }[] | undefined;
}

export interface DigestMute extends Pick<MutedSignals, 'kind' | 'id' | 'name' | 'signals'> {
  /** ISO 8601. */
  readonly until: string;
}

export interface DigestTotals {
  readonly signals: number;
  readonly hot: number;
  /** Null where another composition of the round was cut off. */
  readonly buyers: number | null;
  /** Signals that came in the quiet hours that the route waited for; absent for none. */
  readonly inQuietHours?: number | undefined;
}

export interface DigestView extends FactView {
  /** The route's next digest is due then, ISO 8601; null where it has no fixed times. */
  readonly nextAt: string | null;
  /** Columns by display name, to be shown instead of those that are chosen, in this order. */
  readonly show: readonly string[];
  readonly links: LinkTemplates;
  readonly mention: MentionRule | null;
  readonly groupBy?: 'owner' | undefined;
  /** True shows the address and the number of a hot signal's person. @default false */
  readonly contacts?: boolean | undefined;
  /** Readers can do this with each hot signal. @default nothing */
  readonly actions?: readonly SignalAction[] | undefined;
  /** The rules by which the route takes signals. @default it takes all of them */
  readonly route?: Pick<Route, 'match' | 'otherwise' | 'owner'> | undefined;
}

/** The `data` of the webhook body; Slack's blocks are rendered from it, too. */
export interface DigestContent {
  /** `msg_` and base32: the same for every attempt, and sent as `webhook-id`. */
  readonly digestId: string;
  /** `grp_` and base32: the same for all messages of a round. */
  readonly digestGroupId: string;
  readonly routeId: string;
  readonly part: number;
  /** More messages of the round follow: the totals count their signals. */
  readonly more: boolean;
  /** The first and the last `firstSeenAt` of its signals, ISO 8601. */
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly buyers: readonly DigestBuyer[];
  readonly unreadable: number;
  /** Signals that the route holds until an operator resends them, including those of earlier digests. */
  readonly held: number;
  /** Hot signals that wait for their buyer's summary, and come with a later message. */
  readonly awaitingSummary: number;
  readonly muted: readonly DigestMute[];
  readonly flood?: DigestFlood | undefined;
  readonly totals: DigestTotals;
  /** Ids of buyers in the order of their signals that are not hot. @default that of `buyers` */
  readonly restOrder?: readonly string[] | undefined;
  /** The time that its signals are the news of, ISO 8601: the same in all messages of a slot. @default the window */
  readonly period?: { readonly start: string; readonly end: string } | undefined;
  /** `2 close by Fri, Dec 4 ($4.2M)`: the hot signals of all messages whose deadlines end within a week. */
  readonly closingSoon?: string | null | undefined;
  /** The hot signals of all messages of a slot, where the route groups by owner. @default not known */
  readonly byOwner?: ReadonlyMap<string, readonly unknown[]> | undefined;
  /** The function that answers its menus finds it by this; absent where it has none. */
  readonly pointer?: Readonly<{ routeId: string; slot: string; part: number }> | undefined;
  readonly view: DigestView;
}
