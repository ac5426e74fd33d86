import type { Page } from '../../shared/bridge-api/index.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import type { PollMessage } from '../../shared/domain/polling/poll-message.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Signal, UnreadableSignal } from '../../shared/domain/rows/signal.ts';
import type { NewSignal } from '../../shared/domain/signals/recording.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import type { RowTimes } from './past.ts';

export type PollSignalsPorts = Pick<
  FunctionPorts,
  'config' | 'clock' | 'observe' | 'api' | 'eventApi' | 'queue'
> &
  LedgerPort<
    | ('buyers' | 'rosters' | 'polls' | 'upstream' | 'signals' | 'awaited' | 'routes')
    | ('summaries' | 'columns' | 'history' | 'troubles')
  >;

export interface SignalPagesQuery {
  readonly buyerId: string;
  readonly order: 'Date' | 'Hotness';
  readonly period: ListingPeriod;
  /** A 404 counts as an empty list. @default it is thrown */
  readonly mayBeEmpty?: boolean | undefined;
  /** `nothing`: its list is known to fail. See `CallOptions`. */
  readonly blames?: 'nothing' | undefined;
}

export interface ListedSignal extends RowTimes {
  /** `bridgeId#rowId`, or a hash of the content of an unreadable item. */
  readonly id: string;
  readonly content: Signal | UnreadableSignal;
  /** For an unreadable item: the id of the signal that it would be, which may have been recorded while readable. */
  readonly sameAs?: string;
  /** Its row is of another buyer than the list: it counts as unreadable here, and is a signal in its own buyer's list. */
  readonly isStrange?: true;
  /** The columns whose values upstream is still computing; absent if none. */
  readonly unsettled?: readonly string[];
}

/** A page of the API client, with its items in the domain's types. */
export interface SignalPage extends Pick<Page<never>, 'totalItems' | 'servedAt' | 'size' | 'endFailed'> {
  readonly items: readonly ListedSignal[];
  /** The service answered 404. */
  readonly notFound?: true;
}

export interface PollRequest extends Pick<PollMessage, 'buyerIds' | 'because' | 'at'> {
  /** Of the tick that queued it. Observations name it, so that their log lines can be found together. */
  readonly slot?: string | undefined;
  readonly dryRun: boolean;
  /** Polls one buyer after the other: an earlier try may have ended for lack of memory. @default false */
  readonly inTurn?: boolean | undefined;
  /** Polls buyers that rest after a refusal, too: by hand, or since the service is back. */
  readonly evenResting?: boolean;
  /** A person asked: each refusal is told. */
  readonly byHand?: boolean;
  /** An event names the buyers: see `PollMessage`. */
  readonly urgent?: PollMessage['urgent'];
  /** Milliseconds since the epoch: starts no page that could not end before it. */
  readonly deadline: number;
}

/** The poll of one buyer, and what it found so far. */
export interface BuyerPoll {
  readonly buyer: BuyerState;
  readonly request: PollRequest;
  /** Whether the list showed something. */
  isShown: boolean;
  /** The buyer's name, as its first readable row says it. */
  name: string | null;
  /** Whether the Hotness order could not be read. */
  hasNoRanks: boolean;
  readonly recorded: RecordedSignal[];
  /** The signals that a dry run would record. */
  readonly wouldRecord: WouldRecord[];
}

/** Items of a list that are recorded together, unless they are known. */
export interface Found {
  readonly items: readonly ListedSignal[];
  /** The window of the list that is polled. */
  readonly period: ListingPeriod;
  /** They are recorded and not sent. */
  readonly baseline: boolean;
}

/** What a poll remembers of a signal that it recorded: without its content, since a list may be long. */
export interface RecordedSignal {
  readonly signalId: string;
  /** null if the signal is unreadable. */
  readonly bridgeId: string | null;
  readonly updatedAt: string | null;
  readonly baseline: boolean;
  /** It is hot, and no baseline. */
  readonly hot: boolean;
  /** A route takes it, or may when its values are known. */
  readonly isTaken: boolean;
}

export interface WouldRecord
  extends Pick<NewSignal, 'signalId' | 'buyerId' | 'hot' | 'baseline' | 'routeIds'> {
  /** Columns whose values decide whether further routes take it. */
  readonly waitsFor?: readonly string[];
}
