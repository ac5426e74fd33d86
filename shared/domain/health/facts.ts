import { parseDuration } from '../duration.ts';
import type { BridgeMark } from '../polling/poll-plan.ts';
import type { AskedTicks, ShownList } from '../upstream/service.ts';

/** Times in milliseconds since the epoch. */
export interface FailingBuyer {
  readonly buyerId: string;
  readonly since: number;
  readonly nextTryAt: number;
  readonly isRefused: boolean;
  /** It was denied (401, 403, 404), which concludes nothing yet. */
  readonly isUndecided: boolean;
  /** The service answered 404: perhaps it lists no signal of the buyer. */
  readonly isEmpty: boolean;
  /** Its list was last read to its end, or stood still, then; 0 for never. */
  readonly readAt: number;
}

/** Times in milliseconds since the epoch; null for never. */
export interface BridgeProof extends Pick<BridgeMark, 'bridgeId' | 'lookedAt' | 'failingSince' | 'wholeAt'> {
  /** All rows of a bridge without the order by last change were last read then; null for another bridge. */
  readonly readAt: number | null;
  readonly isUnsorted: boolean;
}

/** The signals that wait for values of columns. */
export interface AwaitedFacts {
  readonly signals: number;
  readonly columns: readonly string[];
  /** The first and the last end of a wait, in milliseconds since the epoch; null if none waits. */
  readonly overAt: number | null;
  readonly until: number | null;
}

/** Each time is the last at which a part of the reading was seen to work, in milliseconds since the epoch. */
export interface ReadingFacts extends AskedTicks, Pick<ShownList, 'shownAt'> {
  readonly tickAt: number | null;
  readonly since: number;
  readonly lastNewAt: number | null;
  /** Lists are paused because the access token is rejected. */
  readonly isTokenRejected: boolean;
  /** Null if no tick has counted the watched buyers. */
  readonly buyers: number | null;
  /** The first due time of the buyers that do not fail; null if none is due. */
  readonly dueSince: number | null;
  readonly awaited: AwaitedFacts;
  readonly failing: {
    readonly count: number;
    readonly first: readonly FailingBuyer[];
  };
  readonly bridges: readonly BridgeProof[];
  /** `buyer 3f2a…: listBuyerSignals: the service answered 500`, of the last failed poll or look; null for none. */
  readonly problem: string | null;
}

export interface Rhythm {
  readonly everyMs: number;
  readonly allEveryMs: number;
  /** A schedule or a lasting process ticks. Without one, all is judged as of the last run. */
  readonly isLasting: boolean;
}

export function rhythmOf(
  { every, allEvery }: { readonly every: string; readonly allEvery: string },
  isLasting: boolean,
): Rhythm {
  return { everyMs: parseDuration(every), allEveryMs: parseDuration(allEvery), isLasting };
}
