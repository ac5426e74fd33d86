import type { Clock } from '../../shared/domain/clock.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { SentBridges } from '../../shared/domain/polling/left-out.ts';
import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import type { Refusal, Standing } from '../../shared/domain/polling/refusal.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Routing } from '../../shared/domain/routes/choose-routes.ts';
import type { ColumnInfo } from '../../shared/domain/signals/columns.ts';
import type { HotRule } from '../../shared/domain/signals/hotness.ts';
import type {
  BuyerState,
  CutOffScan,
  Listing,
  NewSignal,
  ScanCompletion,
  Settlement,
  UndecidedSignal,
  ValueWait,
} from '../../shared/domain/signals/recording.ts';
import type { Signal, UnreadableSignal } from '../../shared/domain/signals/signal.ts';
import type { SummaryRequest } from '../../shared/domain/signals/summary.ts';

/** The ports of `pollSignals`. */
export interface PollSignalsPorts {
  readonly clock: Clock;
  /** If absent, a scan that runs out of time starts at page 1 again. */
  readonly cutOffs?: CutOffPorts;
  readonly plan: PlanPorts;
  readonly columns: ColumnPorts;
  readonly undecided: UndecidedPorts;
  readonly observe: Observe;
  readonly signalPages: (query: SignalPagesQuery, deadline: number) => AsyncIterable<SignalPage>;
  readonly readBuyer: (buyerId: string) => Promise<BuyerState>;
  readonly fingerprintOf: (listing: Listing) => string;
  /** False if another scan of the buyer completed in between. That loses nothing: the next scan looks back further. */
  readonly completeScan: (before: BuyerState, completion: ScanCompletion) => Promise<boolean>;
  /** Stores, once, when a buyer's list was first read without completing its first scan. */
  readonly beginBaseline: (buyerId: string, now: number) => Promise<void>;
  /** Since when a newcomer's signals are news, before its first scan; null if they may be old. */
  readonly readNewsSince: (buyerId: string) => Promise<number | null>;
  /** Those of the signals that were recorded before. */
  readonly findKnown: (signalIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** False if it was already recorded. */
  readonly record: (signal: NewSignal) => Promise<boolean>;
  /** Pure: groups that can be recorded together. */
  readonly batchSignals: (signals: readonly NewSignal[]) => readonly (readonly NewSignal[])[];
  /** All of a batch or none. False if each must be recorded alone. */
  readonly recordTogether: (batch: readonly NewSignal[]) => Promise<boolean>;
  /** True if the summary must be requested. */
  readonly requestSummary: (buyerId: string, now: number, askUntil: number) => Promise<boolean>;
  readonly sendSummaryRequests: (messages: readonly SummaryRequest[]) => Promise<void>;
  /** Has the routes that send immediately composed now. Never fails: the sweep composes them anyway. */
  readonly askToCompose: () => Promise<void>;
  /** A safe sentence on an error of upstream; null for any other error. */
  readonly upstreamProblem: (error: unknown) => string | null;
  readonly settings: PollSettings;
}

/** A poll's updates to the plan of polls, which skips buyers that no row names: see ADR 0040. */
interface PlanPorts {
  /** Stores that signals came from these bridges. */
  readonly learnBridges: (bridgeIds: Iterable<string>) => Promise<void>;
  /** `calm`: nothing to do for the buyer until a row names it. */
  readonly setCalm: (buyerId: string, calm: boolean) => Promise<void>;
  readonly readStanding: (buyerId: string) => Promise<Standing>;
  /** null once its list is allowed again. */
  readonly saveRefusal: (buyerId: string, refusal: Refusal | null) => Promise<void>;
  readonly readBridgeMark: (bridgeId: string) => Promise<BridgeMark>;
  /** False if the rows are already distrusted. */
  readonly distrustRows: () => Promise<boolean>;
}

/** What is known of bridges' columns, by bridge id. */
interface ColumnPorts {
  /** Undefined where nothing is known. */
  readonly read: (bridgeId: string) => Promise<readonly ColumnInfo[] | undefined>;
  /** Whether they are to be asked for now: once a day, and an hour after a failure. */
  readonly beginLearning: (bridgeId: string) => Promise<boolean>;
  /** By the API. `deadline` in milliseconds since the epoch: no attempt is begun that could not end before it. */
  readonly list: (bridgeId: string, deadline: number) => Promise<readonly ColumnInfo[]>;
  readonly save: (bridgeId: string, columns: readonly ColumnInfo[]) => Promise<void>;
}

/** Signals whose routes depend on values that upstream is still computing: see ADR 42. */
interface UndecidedPorts {
  readonly awaitValues: (wait: ValueWait) => Promise<void>;
  readonly readValueWait: (buyerId: string) => Promise<ValueWait | null>;
  /** `nextAt`: null if nothing is awaited any more. False if another reading was faster. */
  readonly beginReading: (wait: ValueWait, now: number, nextAt: number | null) => Promise<boolean>;
  readonly readUndecided: (buyerId: string) => Promise<readonly UndecidedSignal[]>;
  /** False if it was settled or sent in the meantime. */
  readonly settle: (before: UndecidedSignal, signal: NewSignal, settlement: Settlement) => Promise<boolean>;
}

/** Saves the progress of scans that ran out of time. */
export interface CutOffPorts {
  /** Whether the error is a timeout, here or upstream. */
  readonly isOutOfTime: (error: unknown) => boolean;
  /** Whether the error may mean that the page is past the end. */
  readonly isPageRefused: (error: unknown) => boolean;
  readonly readCutOff: (buyerId: string) => Promise<CutOffScan | null>;
  readonly saveCutOff: (buyerId: string, scan: CutOffScan) => Promise<void>;
  readonly dropCutOff: (buyerId: string) => Promise<void>;
}

export interface PollSettings extends Routing, SentBridges {
  readonly hot: HotRule;
  /** The signals that a first scan sends: none, all, or those that upstream dates within a period. */
  readonly firstRun: 'baseline' | 'send-all' | { readonly sendLast: ListingPeriod };
  readonly summaryWaitMs: number;
}

export interface SignalPagesQuery {
  readonly buyerId: string;
  readonly order: 'Date' | 'Hotness';
  readonly period: ListingPeriod;
  /** Skips this many items: a page's `position`. */
  readonly from?: number;
}

export interface ListedSignal {
  /** `bridgeId#rowId`, or a hash of the content of an unreadable item. */
  readonly id: string;
  readonly content: Signal | UnreadableSignal;
  /** For an unreadable item: the id of the signal that it would be, which may have been recorded while readable. */
  readonly sameAs?: string;
  /** When its row was created, as upstream says, milliseconds since the epoch; absent if unknown. */
  readonly createdAt?: number;
  /** When its row last changed, perhaps only by maintenance; likewise. */
  readonly changedAt?: number;
  /** The columns whose values upstream is still computing; absent if none. */
  readonly unsettled?: readonly string[];
}

export interface SignalPage {
  readonly totalItems: number;
  /** By the service's clock, milliseconds since the epoch; absent if unknown. */
  readonly servedAt?: number;
  readonly items: readonly ListedSignal[];
  /** Of its JSON, in UTF-16 units; absent if unknown. */
  readonly size?: number;
  /** The number of the list's items up to and including this page; absent if a reading can't resume after it. */
  readonly position?: number;
}

export interface PollRequest {
  /** Of the tick that queued it. Observations name it, so that their log lines can be found together. */
  readonly slot?: string | undefined;
  readonly buyerIds: readonly string[];
  readonly dryRun: boolean;
  /** Polls one buyer after the other: an earlier try may have ended for lack of memory. @default false */
  readonly inTurn?: boolean | undefined;
  /** Reads each list to its end, even if its first page is unchanged. @default false */
  readonly whole?: boolean | undefined;
  /**
   * The time of a look at which no row named these buyers, milliseconds since the epoch; absent if one did, or if
   * unknown.
   */
  readonly notNamedAt?: number | undefined;
  /** Polls buyers that rest after a refusal, too: for a run by hand, or while the token is in doubt. */
  readonly evenResting?: boolean;
  /** Milliseconds since the epoch: starts no page that could not end before it. */
  readonly deadline: number;
}

/** The outcome of polling one buyer. */
export interface PollOutcome {
  /** The due scans were read to the end and are consistent. */
  readonly isComplete: boolean;
  /** A sentence on items that the list counts but does not show; null if none is missing. */
  readonly shortfall: string | null;
}

export interface PollResult {
  readonly polled: number;
  readonly recorded: number;
  readonly hot: number;
  readonly baseline: number;
  readonly failed: readonly { readonly buyerId: string; readonly problem: string }[];
  /** Only for a dry run: the signals that it would have recorded, and their routes. */
  readonly wouldRecord?: readonly WouldRecord[];
}

export interface WouldRecord {
  readonly signalId: string;
  readonly buyerId: string;
  readonly hot: boolean;
  readonly baseline: boolean;
  readonly routeIds: readonly string[];
}
