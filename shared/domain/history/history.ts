import type { CallsOfHour } from '../alerts/facts.ts';
import type { RecordedClick } from '../clicks/click.ts';
import type { AttemptRecord } from '../digests/attempt.ts';
import type { DigestKind, DigestOutline, DigestPointer, DigestState } from '../digests/delivery.ts';
import type { Lane } from '../lane.ts';
import type { RouteVerdict } from '../routes/verdict.ts';
import type { HotReason } from '../signals/hotness.ts';
import type { OutboxEntry } from '../signals/outbox.ts';

/** Texts are cut to 2,000 bytes in all, and kept for 90 days. Times in milliseconds since the epoch. */
export interface SignalRecord
  extends Pick<OutboxEntry, 'buyerId' | 'firstSeenAt' | 'hot' | 'hotnessRank' | 'signal'> {
  readonly signalId: string;
  /** Its hotness was unknown: `hot` is false then. */
  readonly hotUnknown: boolean;
  readonly hotBecause: readonly HotReason[];
  /** No route was asked: the signal was there before the first reading, or the config leaves its bridge out. */
  readonly notSent: 'baseline' | 'left-out' | null;
  /** The `watch.firstRun` of then, as JSON, of a baseline signal; null if it is not known. */
  readonly firstRun: string | null;
  /** Each route of the config as of then has one. */
  readonly verdicts: readonly RouteVerdict[];
}

/** A digest is remembered for 90 days; its body is kept for 30 after its delivery. */
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
  readonly attempts: readonly AttemptRecord[];
  /** The route to whose destination an operator sent it; null for its own. */
  readonly instead: string | null;
  readonly clicks: readonly RecordedClick[];
}

/** `routeId` is null for the sum of all that was recorded. */
export interface HourTally {
  /** The beginning of the hour, in milliseconds since the epoch. */
  readonly at: number;
  readonly routeId: string | null;
  readonly signals: number;
  readonly hot: number;
  /** Signals that were there before the first reading; 0 for a route. */
  readonly baseline: number;
  /** Signals that no route takes; 0 for a route. */
  readonly untaken: number;
  readonly digests: number;
}

export interface HourOfCalls extends CallsOfHour {
  /** The beginning of the hour, in milliseconds since the epoch. */
  readonly at: number;
  readonly lane: Lane;
  /** The rate that the API permits at the end of the hour, in calls a second. */
  readonly perSecond: number;
}

export interface KnownBuyer {
  readonly buyerId: string;
  /** One of its rows names it so; null if none did. */
  readonly name: string | null;
  readonly listed: number;
  /** Its last complete reading began then, in milliseconds since the epoch; null before the first. */
  readonly readAt: number | null;
  /** Null if its last reading did not fail. */
  readonly failingSince: number | null;
  /** The `watch.firstRun`, as JSON, by which it was first read; null if it is not known. */
  readonly firstRun: string | null;
}

/** Records of signals and entries of digests are remembered for so long. */
export const rememberedDays = 90;
