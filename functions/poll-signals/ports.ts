import type { Page } from '../../shared/bridge-api/index.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import type { PollMessage } from '../../shared/domain/polling/poll-message.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Signal, UnreadableSignal } from '../../shared/domain/rows/signal.ts';
import type { ShownList } from '../../shared/domain/upstream/service.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import type { RowTimes } from './past.ts';
import type { PollSettings } from './poll-settings.ts';

export type PollSignalsPorts = Pick<
  FunctionPorts,
  'config' | 'clock' | 'observe' | 'api' | 'eventApi' | 'queue'
> &
  LedgerPort<
    | ('buyers' | 'rosters' | 'polls' | 'upstream' | 'signals' | 'awaited')
    | ('summaries' | 'columns' | 'history' | 'troubles')
  >;

/** The ports of one poll: its observations name its slot, and its lists are watched page by page. */
export interface PollPorts extends PollSignalsPorts {
  readonly signalPages: (query: SignalPagesQuery, deadline: number) => AsyncIterable<SignalPage>;
  readonly settings: PollSettings;
  /** Tells which signals' deadlines have passed by now, in the zones of all routes: one that is open in one may be hot. */
  readonly readOver: () => Promise<(item: ListedSignal) => boolean>;
  /** What was shown so far; null for nothing. */
  readonly shown: () => ShownList | null;
  /** Asks for other lists than this buyer's, once for all of a message: if they are rejected, too, the token is. */
  readonly askOthers: (buyer: Pick<BuyerState, 'buyerId' | 'deniedAt'>, deadline: number) => Promise<void>;
}

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
