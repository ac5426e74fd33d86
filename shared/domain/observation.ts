import type { AttemptOutcome } from './digests/attempt.ts';
import type { Misfit } from './polling/reading.ts';
import type { Lane } from './upstream/breaker.ts';

/**
 * What a function saw happen, told to the `observe` port as it happens. The cloud turns these into
 * structured logs and metrics, one machine into the page, the progress lines and the run's counts.
 * Never carries a secret, a response body or a row's values.
 */
export type Observation =
  /** A 429: every instance slows down, in the lane of that call alone. */
  | { readonly kind: 'upstream-throttled'; readonly lane: Lane }
  /** Nobody calls until then (ISO 8601): upstream keeps failing, or it rejects the access token. */
  | { readonly kind: 'upstream-paused'; readonly reason: 'failing' | 'rejected'; readonly until: string }
  /** Most calls of that lane fail, and none is made until then (ISO 8601). All else goes on. */
  | { readonly kind: 'lane-paused'; readonly lane: Exclude<Lane, 'lists'>; readonly until: string }
  /** A tick that polls nobody, since upstream is paused; the next one looks back as far as needed. */
  | { readonly kind: 'polls-skipped'; readonly slot: string; readonly problem: string }
  /** One HTTP call to the API, each try counted. */
  | { readonly kind: 'upstream-requested'; readonly operation: string; readonly attempt: number }
  | {
      readonly kind: 'polls-planned';
      readonly slot: string;
      readonly buyers: number;
      readonly messages: number;
      /** How long nothing new came, up to this tick. */
      readonly quietMs?: number;
      /** Why everyone is polled; absent when only those are that are due. */
      readonly everyone?: string;
    }
  | {
      /** A signal that a bridge's rows should have announced: from now on everyone is polled at each tick, for a day or more. */
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
      /** It failed by the rejected access token, as all others do then. */
      readonly tokenRejected?: boolean;
    }
  | {
      readonly kind: 'buyer-polled';
      /** Of the tick that asked for it; absent for an invoke by hand. */
      readonly slot?: string | undefined;
      readonly buyerId: string;
      readonly mode: ScanMode;
      readonly accepted: boolean;
      /** Whole readings of the list that it took, at most 3 of each list. */
      readonly readings: number;
      /** What did not fit together in the last of them. With `accepted`: the list stands still like that. */
      readonly misfit?: Misfit;
      /** How many of the listed items no page showed; absent when none is missing. */
      readonly missing?: number;
      /** Its first scan has not been complete for an hour or more, and this one is not either. */
      readonly baselineOverdue?: true;
      readonly listed: number;
      readonly recorded: number;
      readonly hot: number;
      readonly unreadable: number;
    }
  /** Buyers of one message that were not polled, since upstream is paused: told once for all of them. */
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
      /** Its list is refused: it rests until then (ISO 8601), and is told once a day. */
      readonly nextTryAt?: string;
    }
  | {
      /** The Hotness order of a buyer could not be read: its new signals are recorded with unknown hotness. Once a poll. */
      readonly kind: 'hotness-failed';
      readonly slot?: string | undefined;
      readonly buyerId: string;
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
      /** Found by a deep scan of a buyer whose routine scans had not shown it. */
      readonly onlyDeep: boolean;
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
      /** When its route was composed: not the tick that polled. */
      readonly slot?: string;
      /** Which signals are in it. */
      readonly signalIds?: readonly string[];
      readonly part: number;
      readonly signals: number;
      readonly bytes: number;
    }
  | {
      readonly kind: 'digest-attempted';
      readonly routeId: string;
      readonly digestId: string;
      /** 1 for the first. One that was put off by a 429 is not counted: the next has the same number. */
      readonly attempt: number;
      readonly outcome: AttemptOutcome['outcome'];
      /** The HTTP status, null when none came. */
      readonly status: number | null;
      /** A short sentence in our words, or the destination's own code word such as `no_service`. */
      readonly reason: string;
      readonly ambiguous: boolean;
      /** ISO 8601; null when no further attempt is planned. */
      readonly nextAttemptAt: string | null;
      /** How long its oldest signal has been known; null or absent where it has none, as a heartbeat. */
      readonly waitedMs?: number | null;
    }
  | {
      /** An attempt showed that the destination won't take this form; the digest is due at once as plain text. */
      readonly kind: 'digest-rewritten';
      readonly routeId: string;
      readonly digestId: string;
      readonly attempt: number;
      readonly status: number | null;
      /** The destination's own code word, such as `invalid_blocks`, in a sentence. */
      readonly reason: string;
    }
  | {
      /** A flood: more new signals than the route takes in one digest. Held ones wait for a release by hand. */
      readonly kind: 'signals-set-aside';
      readonly routeId: string;
      readonly fate: 'held' | 'dropped';
      readonly signals: number;
    }
  | {
      /** What the ledger kept of them can't be read back. Their digest counts them, and says nothing else of them. */
      readonly kind: 'signals-damaged';
      readonly routeId: string;
      readonly digestId: string;
      readonly signalIds: readonly string[];
    }
  | {
      /** Kept without an attempt: its route is disabled, not in the config, or for another kind of destination. */
      readonly kind: 'digest-held';
      readonly routeId: string;
      readonly digestId: string;
      readonly reason: string;
    }
  | { readonly kind: 'route-disabled'; readonly routeId: string; readonly reason: string }
  /** A queue's message could not be worked on: it comes again, and at last goes to the dead letters. */
  | {
      readonly kind: 'message-failed';
      readonly function: string;
      readonly messageId: string;
      readonly problem: string;
    }
  /** A change of an alarm; `told` is false where nobody needs to know. */
  | {
      readonly kind: 'alarm-told';
      /** By its heading in the runbook. */
      readonly alarm: string;
      readonly state: string;
      readonly told: boolean;
      readonly status: number | null;
    }
  /** A whole invocation failed. */
  | { readonly kind: 'function-failed'; readonly function: string; readonly problem: string }
  /** Counts of an invocation that no heartbeat will tell: they could not be written down. */
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
      /** Once a sweep. What waits for its route's next slot, or is kept for a disabled route, is not overdue. */
      readonly kind: 'pending-checked';
      /** How far the oldest pending entry or digest is beyond its time; 0 when nothing is. */
      readonly overdueSeconds: number;
      /** Null in sweeps that don't look, nine of ten. */
      readonly disabledRoutes: number | null;
      /**
       * Routes that something is pending for and that the config has no more, and how much that is: signals and
       * digests together, at most 100 signals counted for each. Null in the same sweeps.
       */
      readonly vanishedRoutes: number | null;
      readonly vanishedPending: number | null;
    };

/** `routine`: the API's own default window; `deep`: three months, read whole, daily. */
export type ScanMode = 'routine' | 'deep';

export type Observe = (observation: Observation) => void;
