import type { CallsOfHour } from '../alerts/facts.ts';
import type { RecordedClick } from '../clicks/click.ts';
import type { AttemptRecord } from '../digests/attempt.ts';
import type { DigestKind, DigestOutline, DigestPointer, DigestState } from '../digests/delivery.ts';
import type { Lane } from '../lane.ts';
import type { RouteVerdict } from '../routes/verdict.ts';
import type { HotReason } from '../signals/hotness.ts';
import type { OutboxEntry } from '../signals/outbox.ts';

/**
 * What is remembered of a recorded signal for 90 days, whichever routes took it: as it was listed, its texts cut to 2,000
 * bytes in all. Times in milliseconds since the epoch.
 */
export interface SignalRecord
  extends Pick<OutboxEntry, 'buyerId' | 'firstSeenAt' | 'hot' | 'hotnessRank' | 'signal'> {
  readonly signalId: string;
  /** Its hotness was unknown: `hot` is false then. */
  readonly hotUnknown: boolean;
  readonly hotBecause: readonly HotReason[];
  /** Why no route was asked: it was there before the first reading, or the config leaves its bridge out. */
  readonly notSent: 'baseline' | 'left-out' | null;
  /** The `watch.firstRun` of then, as JSON, of a baseline signal; null if it is not known. */
  readonly firstRun: string | null;
  /** Of each route of the config as of then. */
  readonly verdicts: readonly RouteVerdict[];
}

/** What is remembered of a digest for 90 days; its body is kept for 30 after its delivery. */
export interface DigestEntry extends DigestPointer, DigestOutline {
  readonly digestId: string;
  readonly state: DigestState | 'UNKNOWN';
  readonly kind: DigestKind;
  readonly destinationType: string;
  readonly signalIds: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Null if it was not delivered. */
  readonly deliveredAt: number | null;
  /** The outcome of each attempt, oldest first. */
  readonly attempts: readonly AttemptRecord[];
  /** What readers chose at its signals, in the order in which it was recorded. */
  readonly clicks: readonly RecordedClick[];
}

/** The counts of an hour, of a route or, with `routeId` null, of all that was recorded. */
export interface HourTally {
  /** When the hour began, in milliseconds since the epoch. */
  readonly at: number;
  readonly routeId: string | null;
  readonly signals: number;
  readonly hot: number;
  /** Of the signals, those that were there before the first reading. Of a route: 0. */
  readonly baseline: number;
  /** Of the signals, those that no route takes. Of a route: 0. */
  readonly untaken: number;
  /** Of all: 0. */
  readonly digests: number;
}

/** The calls of a lane in an hour. */
export interface HourOfCalls extends CallsOfHour {
  /** When the hour began, in milliseconds since the epoch. */
  readonly at: number;
  readonly lane: Lane;
  /** The rate at its end that the API permits, in calls a second. */
  readonly perSecond: number;
}

/** A watched buyer, as its last complete reading showed it. */
export interface KnownBuyer {
  readonly buyerId: string;
  /** As one of its rows names it; null if none did. */
  readonly name: string | null;
  /** How many signals its list counted. */
  readonly listed: number;
  /** When that reading began, in milliseconds since the epoch; null before the first. */
  readonly readAt: number | null;
  /** Since when its readings fail; null if the last one did not. */
  readonly failingSince: number | null;
  /** The `watch.firstRun`, as JSON, by which it was first read; null if it is not known. */
  readonly firstRun: string | null;
}

/** How many days a signal's record and a digest's entry are remembered. */
export const rememberedDays = 90;
