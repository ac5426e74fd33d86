import type { BridgeMark } from '../polling/poll-plan.ts';
import type { AskedTicks, ShownList } from '../upstream/service.ts';

/** A buyer whose last poll failed. Times in milliseconds since the epoch. */
export interface FailingBuyer {
  readonly buyerId: string;
  /** The first of the failures in a row. */
  readonly since: number;
  readonly nextTryAt: number;
  /** The service refuses its list alone. */
  readonly isRefused: boolean;
  /** It was denied (401, 403, 404), which concludes nothing yet. */
  readonly isUndecided: boolean;
  /** The service answered 404: perhaps it lists no signal of the buyer. */
  readonly isEmpty: boolean;
  /** When its list was last read to its end, or stood still; 0 for never. */
  readonly readAt: number;
}

/** When the rows of a watched bridge were last seen to work. Times in milliseconds since the epoch; null for never. */
export interface BridgeProof extends Pick<BridgeMark, 'bridgeId' | 'lookedAt' | 'failingSince'> {
  /** When all its rows were last read: for a bridge without the order by last change; null for another. */
  readonly readAt: number | null;
  readonly isUnsorted: boolean;
}

/** When each part of the reading was last seen to work. Times in milliseconds since the epoch. */
export interface ReadingFacts extends AskedTicks, Pick<ShownList, 'shownAt'> {
  /** The last tick; null before the first. */
  readonly tickAt: number | null;
  /** The first tick. */
  readonly since: number;
  /** When the last new signal came; null if none came yet. */
  readonly lastNewAt: number | null;
  /** Lists are paused because the access token is rejected. */
  readonly isTokenRejected: boolean;
  /** The watched buyers; null if no tick has counted them. */
  readonly buyers: number | null;
  /** Since when the first of the due buyers, without the failing ones, is due; null if none is. */
  readonly dueSince: number | null;
  readonly failing: {
    readonly count: number;
    /** The first 50 of them. */
    readonly first: readonly FailingBuyer[];
  };
  readonly bridges: readonly BridgeProof[];
  /** What the last failed poll or look met: `buyer 3f2a…: listBuyerSignals: the service answered 500`; null for nothing. */
  readonly problem: string | null;
}
