import type { ReadingFacts } from '../health/facts.ts';
import type { Rhythm } from '../health/rhythm.ts';
import type { Lane } from '../lane.ts';
import type { PendingCounts } from '../signals/pending.ts';

/** Something that went wrong, as it was noted last. Times in milliseconds since the epoch. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** The first of the times in a row. */
  readonly since: number;
  readonly at: number;
  /** `buyer 3f2a…`, `digest msg_…`: where it happened last. */
  readonly about: string;
  readonly problem: string;
}

/** Of the polling: the first three; of a route: the others. */
export type TroubleKind =
  | 'poll-failed'
  | 'list-inconsistent'
  | 'clock-off'
  | 'ambiguous'
  | 'damaged'
  | 'template';

/** A digest that a route still has to send. */
export interface OwedFacts {
  readonly digestId: string;
  readonly isDead: boolean;
  readonly attempts: number;
  readonly reason: string | null;
  /** For how long it has been due, without quiet hours. */
  readonly lateMs: number;
}

export interface RouteFacts {
  readonly routeId: string;
  /** Why it is disabled; null if it is enabled, or paused by hand. */
  readonly disabled: string | null;
  /** Where an owner left: the rest of their set, which takes what is new for them. */
  readonly rest?: string | undefined;
  /** Disabled or paused: none of its signals and digests is late. */
  readonly isStill: boolean;
  /** How long its oldest signal has waited beyond what the route's rules explain. */
  readonly signalsLateMs: number;
  readonly digests: readonly OwedFacts[];
  /** False if `digests` are only the oldest and the newest. */
  readonly isAll: boolean;
  /** Signals that a flood rule holds. */
  readonly held: number;
  /** Of those with a template only what still goes on. */
  readonly troubles: readonly Trouble[];
}

/** Of a removed route's signals and digests, each: the count stops there. */
export const mostCounted = 100;

/** The calls of a lane in an hour. */
export interface CallsOfHour {
  readonly calls: number;
  /** Those that were answered with 429. */
  readonly refused: number;
}

/** All calls of each lane until the beginning of an hour, in milliseconds since the epoch. */
export interface CountedCalls {
  readonly hour: number;
  readonly before: Readonly<Record<Lane, CallsOfHour>>;
  /** Of the lane of lists in the hour before; null if it was not counted. */
  readonly lastHour: CallsOfHour | null;
}

/** All that alerts are judged by. Times in milliseconds since the epoch. */
export interface AlertFacts {
  readonly now: number;
  /** `alarms.quietAfter`. */
  readonly quietAfterMs: number;
  /** When each part of the reading was last seen to work. */
  readonly reading: ReadingFacts;
  readonly rhythm: Rhythm;
  /** When the last new signal came, or the first tick if none came yet. */
  readonly lastNewAt: number;
  /** Of lists; null if it is not known. */
  readonly lastHour: CallsOfHour | null;
  readonly troubles: readonly Trouble[];
  /** The columns of `hot`, and when a recorded signal had a value in them; null for never. */
  readonly hotColumns: readonly { readonly name: string; readonly seenAt: number | null }[];
  /** A sentence for each name of the config that a near one shows to be misspelt; null if that was not judged now. */
  readonly misspelt: readonly string[] | null;
  readonly routes: readonly RouteFacts[];
  /** Routes that were removed from the config while something is pending for them. */
  readonly removed: readonly PendingCounts[];
}
