import type { Clock } from '../../shared/domain/clock.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import type { Refusal, Standing } from '../../shared/domain/polling/refusal.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { HotRule } from '../../shared/domain/signals/hotness.ts';
import type {
  BuyerState,
  CutOffScan,
  Listing,
  NewSignal,
  ScanCompletion,
} from '../../shared/domain/signals/recording.ts';
import type { Signal, UnreadableSignal } from '../../shared/domain/signals/signal.ts';
import type { SummaryRequest } from '../../shared/domain/signals/summary.ts';

/** What scanning buyers' lists and recording what is new needs of the world. */
export interface PollSignalsPorts {
  readonly clock: Clock;
  /** Left out, a scan that the time does not suffice for begins at page 1 again. */
  readonly cutOffs?: CutOffPorts;
  readonly plan: PlanPorts;
  readonly observe: Observe;
  readonly signalPages: (query: SignalPagesQuery, deadline: number) => AsyncIterable<SignalPage>;
  readonly readBuyer: (buyerId: string) => Promise<BuyerState>;
  readonly fingerprintOf: (listing: Listing) => string;
  /** False when another scan of the buyer completed in between: nothing is lost, the next one looks back further. */
  readonly completeScan: (before: BuyerState, completion: ScanCompletion) => Promise<boolean>;
  /** Notes, once, since when the list of a buyer has been shown without its first scan being complete. */
  readonly beginBaseline: (buyerId: string, now: number) => Promise<void>;
  /** Since when all signals of a buyer are news although none of it was ever scanned; null where they may be old. */
  readonly readNewsSince: (buyerId: string) => Promise<number | null>;
  readonly isKnown: (signalId: string) => Promise<boolean>;
  /** False when it was recorded before. */
  readonly record: (signal: NewSignal) => Promise<boolean>;
  /** True when the summary has to be asked for. */
  readonly requestSummary: (buyerId: string, now: number, askUntil: number) => Promise<boolean>;
  readonly sendSummaryRequests: (messages: readonly SummaryRequest[]) => Promise<void>;
  /** A safe sentence on what came from upstream; null for an error that is no fault of upstream's. */
  readonly upstreamProblem: (error: unknown) => string | null;
  readonly settings: PollSettings;
}

/** What a poll tells the plan of polls, which leaves out buyers that no row names: see ADR 0040. */
interface PlanPorts {
  /** Signals came from these bridges. */
  readonly learnBridges: (bridgeIds: Iterable<string>) => Promise<void>;
  /** Whether nothing is left to do for a buyer until a row names it. */
  readonly setCalm: (buyerId: string, calm: boolean) => Promise<void>;
  readonly readStanding: (buyerId: string) => Promise<Standing>;
  /** null once its list is allowed again. */
  readonly saveRefusal: (buyerId: string, refusal: Refusal | null) => Promise<void>;
  readonly readBridgeMark: (bridgeId: string) => Promise<BridgeMark>;
  /** False when the rows are distrusted already. */
  readonly distrustRows: () => Promise<boolean>;
}

/** Where a scan goes on that the time did not suffice for. */
export interface CutOffPorts {
  /** Whether an error says that no time is left, here or upstream. */
  readonly isOutOfTime: (error: unknown) => boolean;
  /** Whether upstream refused a page in a way that may say that there is none. */
  readonly isPageRefused: (error: unknown) => boolean;
  readonly readCutOff: (buyerId: string) => Promise<CutOffScan | null>;
  readonly saveCutOff: (buyerId: string, scan: CutOffScan) => Promise<void>;
  readonly dropCutOff: (buyerId: string) => Promise<void>;
}

export interface PollSettings {
  readonly routes: readonly Route[];
  readonly hot: HotRule;
  /** What the first scan sends: nothing, all, or what upstream dates within a period. */
  readonly firstRun: 'baseline' | 'send-all' | { readonly sendLast: ListingPeriod };
  readonly summaryWaitMs: number;
  /** Signals of these bridges are seen and not sent, as those of a baseline. */
  readonly exceptBridges?: ReadonlySet<string>;
}

export interface SignalPagesQuery {
  readonly buyerId: string;
  readonly order: 'Date' | 'Hotness';
  readonly period: ListingPeriod;
  /** Begins behind so many items: a page's `position`. */
  readonly from?: number;
}

export interface ListedSignal {
  /** `bridgeId#rowId`, or a hash of what it says for one that can't be read. */
  readonly id: string;
  readonly content: Signal | UnreadableSignal;
  /** Of an item that can't be read: the signal that it is, if it was readable before. */
  readonly sameAs?: string;
  /** When upstream says that its row was created, milliseconds since the epoch; absent where it doesn't say. */
  readonly createdAt?: number;
  /** The same of when its row last changed, which may be on maintenance. */
  readonly changedAt?: number;
  /** Names of the columns whose values upstream is still working out; absent when there are none. */
  readonly unsettled?: readonly string[];
}

export interface SignalPage {
  readonly totalItems: number;
  /** By the service's clock, milliseconds since the epoch; absent where the answer does not say. */
  readonly servedAt?: number;
  readonly items: readonly ListedSignal[];
  /** How many items of the list are passed with this page, where a reading could begin behind it. */
  readonly position?: number;
}

export interface PollRequest {
  /** Of the tick that asks for it: what is observed names it, so that its lines are found together. */
  readonly slot?: string | undefined;
  readonly buyerIds: readonly string[];
  readonly dryRun: boolean;
  /** Reads each list to its end, although its first page may be as it was. @default false */
  readonly whole?: boolean | undefined;
  /** When no row named these buyers, milliseconds since the epoch; absent where one did, or who asked doesn't know. */
  readonly notNamedAt?: number | undefined;
  /** Asks for the buyers that rest after a refusal, too: a person wants it, or the token is in doubt. */
  readonly evenResting?: boolean;
  /** Milliseconds since the epoch: no page is begun that could not end before it. */
  readonly deadline: number;
}

/** What came of polling one buyer. */
export interface PollOutcome {
  /** All that was due of the list was read to its end, and fits together. */
  readonly isComplete: boolean;
  /** A sentence on items that the list counts and does not show; null when none is missing. */
  readonly shortfall: string | null;
}

export interface PollResult {
  readonly polled: number;
  readonly recorded: number;
  readonly hot: number;
  readonly baseline: number;
  readonly failed: readonly { readonly buyerId: string; readonly problem: string }[];
  /** Only for a dry run: what would have been recorded, and for which routes. */
  readonly wouldRecord?: readonly WouldRecord[];
}

export interface WouldRecord {
  readonly signalId: string;
  readonly buyerId: string;
  readonly hot: boolean;
  readonly baseline: boolean;
  readonly routeIds: readonly string[];
}
