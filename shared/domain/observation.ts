import type { AttemptOutcome } from './digests/attempt.ts';
import type { Misfit } from './polling/reading.ts';
import type { Lane } from './upstream/breaker.ts';

/**
 * An event that a function passes to the `observe` port as it happens. In the cloud these become structured logs and
 * metrics; on one machine the page, the progress lines and the run's counts. Never holds a secret, a response body or
 * a row's values.
 */
export type Observation =
  /** A 429: every instance slows down, in this lane only. */
  | { readonly kind: 'upstream-throttled'; readonly lane: Lane }
  /** Calls are paused until then (ISO 8601): upstream keeps failing, or rejected the access token. */
  | { readonly kind: 'upstream-paused'; readonly reason: 'failing' | 'rejected'; readonly until: string }
  /** Most calls of this lane fail, so it is paused until then (ISO 8601). Other lanes continue. */
  | { readonly kind: 'lane-paused'; readonly lane: Exclude<Lane, 'lists'>; readonly until: string }
  /** A tick polls no buyer because upstream is paused; the next one looks back as far as needed. */
  | { readonly kind: 'polls-skipped'; readonly slot: string; readonly problem: string }
  /** One HTTP call to the API; each attempt counts. */
  | { readonly kind: 'upstream-requested'; readonly operation: string; readonly attempt: number }
  | {
      readonly kind: 'polls-planned';
      readonly slot: string;
      readonly buyers: number;
      readonly messages: number;
      /** The time since the last new signal. */
      readonly quietMs?: number;
      /** Why every buyer is polled; absent if only the due ones are. */
      readonly everyone?: string;
    }
  | {
      /**
       * No changed row announced this signal, although one should have: for a day or more every tick polls every
       * buyer.
       */
      readonly kind: 'announcement-missed';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly bridgeId: string;
      readonly signalId: string;
    }
  | {
      readonly kind: 'plan-failed';
      readonly slot?: string;
      readonly bridgeId: string;
      readonly problem: string;
      /** The API rejected the access token, so all other bridges fail too. */
      readonly tokenRejected?: boolean;
    }
  | {
      readonly kind: 'buyer-polled';
      /** Of the tick that queued it; absent for an invoke by hand. */
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly mode: ScanMode;
      readonly accepted: boolean;
      /** How often the whole list was read, at most 3 times for each list. */
      readonly readings: number;
      /** The inconsistency of the last reading. With `accepted`: two readings showed it unchanged. */
      readonly misfit?: Misfit;
      /** The number of listed items that no page showed; absent if none is missing. */
      readonly missing?: number;
      /** Its first scan has been incomplete for an hour or more, this scan included. */
      readonly baselineOverdue?: true;
      readonly listed: number;
      readonly recorded: number;
      readonly hot: number;
      readonly unreadable: number;
    }
  /** Buyers of one message that were not polled, because upstream is paused or no time was left. */
  | {
      readonly kind: 'polls-cut-short';
      readonly slot?: string | undefined;
      readonly buyers: number;
      readonly buyerIds: readonly string[];
      readonly problem: string;
    }
  | {
      readonly kind: 'poll-failed';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly problem: string;
      readonly tokenRejected?: boolean;
      /** The service refuses its list: the next try is then (ISO 8601); observed once a day. */
      readonly nextTryAt?: string;
    }
  | {
      /** A buyer's Hotness order could not be read: its new signals are recorded with unknown hotness. Once a poll. */
      readonly kind: 'hotness-failed';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly problem: string;
    }
  | {
      /** The columns of a bridge could not be learned: its values are shown by their shape. Once an hour and bridge. */
      readonly kind: 'columns-failed';
      readonly slot?: string | undefined;
      readonly bridgeId: string;
      readonly problem: string;
    }
  | {
      /** Digests could not be asked for or created at once for a hot signal: the next sweep creates them. */
      readonly kind: 'not-composed-at-once';
      readonly slot?: string | undefined;
      readonly problem: string;
    }
  | {
      readonly kind: 'signal-recorded';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly buyerName: string | null;
      readonly signalId: string;
      readonly name: string | null;
      readonly bridgeName: string | null;
      readonly hot: boolean;
      readonly baseline: boolean;
      readonly routes: readonly string[];
      /** Found by a deep scan; routine scans had not shown it. */
      readonly onlyDeep: boolean;
    }
  | {
      /** Values of a signal have come that decide which routes it matches. The lists are routes' ids. */
      readonly kind: 'signal-settled';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly signalId: string;
      /** It turned out not to match these. */
      readonly withdrawn: readonly string[];
      readonly kept: readonly string[];
      /** They get it because no other route is left. */
      readonly added: readonly string[];
      /** They still wait for a value. */
      readonly open: readonly string[];
    }
  /** A buyer's list was read again for values that are awaited. */
  | {
      readonly kind: 'values-read';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly settled: number;
      readonly waiting: number;
    }
  /** That failed, and is tried again later. A route whose value does not come in time counts as matching. */
  | {
      readonly kind: 'values-failed';
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly problem: string;
    }
  | {
      readonly kind: 'summary-fetched';
      readonly buyerId: string;
      readonly result: 'ready' | 'pending' | 'none';
    }
  | { readonly kind: 'summary-failed'; readonly buyerId: string; readonly problem: string }
  | {
      readonly kind: 'digest-frozen';
      readonly routeId: string;
      readonly digestId: string;
      /** The slot at which its route was composed, not the tick that polled. */
      readonly slot?: string;
      /** The signals in it. */
      readonly signalIds?: readonly string[];
      readonly part: number;
      readonly signals: number;
      readonly bytes: number;
    }
  | {
      readonly kind: 'digest-attempted';
      readonly routeId: string;
      readonly digestId: string;
      /** 1 for the first. An attempt that a 429 put off is not counted: the next has the same number. */
      readonly attempt: number;
      readonly outcome: AttemptOutcome['outcome'];
      /** The HTTP status; null without an answer. */
      readonly status: number | null;
      /** A short sentence in our words, or the destination's own code word such as `no_service`. */
      readonly reason: string;
      readonly ambiguous: boolean;
      /** ISO 8601; null when no further attempt is planned. */
      readonly nextAttemptAt: string | null;
      /** How long its oldest signal has been known; null or absent without signals, as for a heartbeat. */
      readonly waitedMs?: number | null;
    }
  | {
      /** The destination rejected this form; the digest is due at once as plain text. */
      readonly kind: 'digest-rewritten';
      readonly routeId: string;
      readonly digestId: string;
      readonly attempt: number;
      readonly status: number | null;
      /** The destination's own code word, such as `invalid_blocks`, in a sentence. */
      readonly reason: string;
    }
  | {
      /** A flood: more new signals than the route takes in one digest. Held signals wait for a release by hand. */
      readonly kind: 'signals-set-aside';
      readonly routeId: string;
      readonly fate: 'held' | 'dropped';
      readonly signals: number;
    }
  | {
      /** The ledger can't read their stored content. Their digest only counts them. */
      readonly kind: 'signals-damaged';
      readonly routeId: string;
      readonly digestId: string;
      readonly signalIds: readonly string[];
    }
  | {
      /** Kept without an attempt: its route is disabled, not in the config, or has another kind of destination. */
      readonly kind: 'digest-held';
      readonly routeId: string;
      readonly digestId: string;
      readonly reason: string;
    }
  | { readonly kind: 'route-disabled'; readonly routeId: string; readonly reason: string }
  /** A queue's message could not be handled: it comes again, and finally goes to the dead letters. */
  | {
      readonly kind: 'message-failed';
      readonly function: string;
      readonly messageId: string;
      readonly problem: string;
    }
  /** An alarm changed its state; `sent` is false if the change needs no message. */
  | {
      readonly kind: 'alarm-changed';
      /** Its heading in the runbook. */
      readonly alarm: string;
      readonly state: string;
      readonly sent: boolean;
      readonly status: number | null;
    }
  /** A whole invocation failed. */
  | { readonly kind: 'function-failed'; readonly function: string; readonly problem: string }
  /** The counts of an invocation could not be stored: heartbeats will lack them. */
  | { readonly kind: 'tally-lost'; readonly problem: string }
  | {
      /** A route's report on a period, frozen like a digest. */
      readonly kind: 'heartbeat-frozen';
      readonly routeId: string;
      readonly digestId: string;
      readonly bytes: number;
    }
  | { readonly kind: 'swept'; readonly digests: number; readonly summaries: number }
  | {
      /** Once a sweep. Signals waiting for their route's next slot, or kept for a disabled route, are not overdue. */
      readonly kind: 'pending-checked';
      /** How overdue the oldest pending entry or digest is; 0 if none is. */
      readonly overdueSeconds: number;
      /** Null in the nine of ten sweeps that do not check. */
      readonly disabledRoutes: number | null;
      /**
       * The routes that were removed from the config while signals or digests are pending for them, and the number of
       * these, at most 100 signals counted for each route. Null in the same sweeps.
       */
      readonly vanishedRoutes: number | null;
      readonly vanishedPending: number | null;
    };

/** `routine`: the API's own default window; `deep`: three months, read whole, daily. */
export type ScanMode = 'routine' | 'deep';

export type Observe = (observation: Observation) => void;
