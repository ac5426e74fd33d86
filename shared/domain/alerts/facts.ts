import type { ReadingFacts, Rhythm } from '../health/facts.ts';
import type { Lane } from '../lane.ts';
import type { PendingCounts } from '../signals/pending.ts';

/** Times in milliseconds since the epoch. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly since: number;
  readonly at: number;
  /** `buyer 3f2a…`, `digest msg_…`: where it happened last. */
  readonly about: string;
  readonly problem: string;
}

/** The first three are about the polling, the others about a route. */
export type TroubleKind =
  | 'poll-failed'
  | 'list-inconsistent'
  | 'clock-off'
  | 'ambiguous'
  | 'damaged'
  | 'template';

export interface OwedFacts {
  readonly digestId: string;
  readonly isDead: boolean;
  readonly attempts: number;
  readonly reason: string | null;
  /** Quiet hours do not count. */
  readonly lateMs: number;
}

export interface RouteFacts {
  readonly routeId: string;
  /** Null if it is enabled, or paused by hand. */
  readonly disabled: string | null;
  /** The rest of the set of an owner who left: it takes what is new for them. */
  readonly rest?: string | undefined;
  /** Disabled or paused: none of its signals and digests is late. */
  readonly isStill: boolean;
  /** Quiet hours and other delays by the route's rules do not count. */
  readonly signalsLateMs: number;
  readonly digests: readonly OwedFacts[];
  /** False if `digests` are only the oldest and the newest. */
  readonly isAll: boolean;
  readonly held: number;
  /** A trouble with a template is left out once it is over. */
  readonly troubles: readonly Trouble[];
}

/** A removed route's signals and digests are each counted up to here. */
export const mostCounted = 100;

export interface CallsOfHour {
  readonly calls: number;
  readonly refused: number;
}

/** Calls until the beginning of the hour, in milliseconds since the epoch. */
export interface CountedCalls {
  readonly hour: number;
  readonly before: Readonly<Record<Lane, CallsOfHour>>;
  /** The lane of lists; null if it was not counted. */
  readonly lastHour: CallsOfHour | null;
}

/** Times in milliseconds since the epoch. */
export interface AlertFacts {
  readonly now: number;
  /** `alarms.quietAfter`. */
  readonly quietAfterMs: number;
  readonly reading: ReadingFacts;
  readonly rhythm: Rhythm;
  /** The first tick if no signal came yet. */
  readonly lastNewAt: number;
  /** The lane of lists; null if it is not known. */
  readonly lastHour: CallsOfHour | null;
  readonly troubles: readonly Trouble[];
  /** The time when a recorded signal had a value in the column; null for never. */
  readonly hotColumns: readonly { readonly name: string; readonly seenAt: number | null }[];
  /** A sentence for each name of the config that a near one shows to be misspelt; null if that was not judged now. */
  readonly misspelt: readonly string[] | null;
  readonly routes: readonly RouteFacts[];
  readonly removed: readonly PendingCounts[];
}
