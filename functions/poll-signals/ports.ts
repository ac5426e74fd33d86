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
  /** The id of the signal that an unreadable item would be: it may have been recorded while readable. */
  readonly sameAs?: string;
  /** Its row is of another buyer than the list: it counts as unreadable here, and is a signal in its own buyer's list. */
  readonly isStrange?: true;
  /** The columns whose values upstream is still computing; absent if none. */
  readonly unsettled?: readonly string[];
}

export interface SignalPage extends Pick<Page<never>, 'totalItems' | 'servedAt' | 'size' | 'endFailed'> {
  readonly items: readonly ListedSignal[];
  readonly notFound?: true;
}

export interface PollRequest extends Pick<PollMessage, 'buyerIds' | 'because' | 'at'> {
  /** The slot of the tick that queued it. Observations name it, so that their log lines can be found together. */
  readonly slot?: string | undefined;
  readonly dryRun: boolean;
  /** Buyers are polled one after the other: an earlier try may have ended for lack of memory. @default false */
  readonly inTurn?: boolean | undefined;
  /** Buyers that rest after a refusal are polled, too: by hand, or since the service is back. */
  readonly evenResting?: boolean;
  readonly byHand?: boolean;
  /** See `PollMessage`. */
  readonly urgent?: PollMessage['urgent'];
  /** Milliseconds since the epoch: starts no page that could not end before it. */
  readonly deadline: number;
}

export interface BuyerPoll {
  readonly buyer: BuyerState;
  readonly request: PollRequest;
  isShown: boolean;
  name: string | null;
  hasNoRanks: boolean;
  readonly recorded: RecordedSignal[];
  readonly wouldRecord: WouldRecord[];
}

export interface Found {
  readonly items: readonly ListedSignal[];
  readonly period: ListingPeriod;
  readonly baseline: boolean;
}

/** A list may be long: the content of its signals is not kept. */
export interface RecordedSignal {
  readonly signalId: string;
  /** Null if the signal is unreadable. */
  readonly bridgeId: string | null;
  readonly updatedAt: string | null;
  readonly baseline: boolean;
  readonly hot: boolean;
  /** A route takes it, or may when its values are known. */
  readonly isTaken: boolean;
}

export interface WouldRecord
  extends Pick<NewSignal, 'signalId' | 'buyerId' | 'hot' | 'baseline' | 'routeIds'> {
  readonly waitsFor?: readonly string[];
}
