import type { AttemptRecord } from '../../shared/domain/digests/attempt.ts';
import type { DigestKind, DigestState } from '../../shared/domain/digests/delivery.ts';
import type { Sentence } from '../../shared/domain/observations/row.ts';

/**
 * The JSON between the page's server and its browser side: both are checked against these types. Times are milliseconds
 * since the epoch. Never contains a secret: all of it is sent to the browser.
 */
export interface PageInfo {
  /** `state .signalpost`, or `stage prod`. */
  readonly place: string;
  /** Whether the page can resend, pause and mute, for somebody with the token; not over a stage. */
  readonly acts: boolean;
  /** Whether a pipeline runs in the page's own process, and its activity is shown. */
  readonly live: boolean;
  readonly routes: readonly string[];
}

/** Something that needs attention. */
export interface Need {
  readonly text: string;
  /** A command that fixes it. */
  readonly command: string | null;
}

export interface Now {
  readonly at: number;
  readonly watching: { readonly buyers: number; readonly bridges: number; readonly every: string };
  readonly lastTickAt: number | null;
  readonly lastNewSignalAt: number | null;
  /** Whether a process runs on the state; null for a stage. */
  readonly running: boolean | null;
  readonly needs: readonly Need[];
  readonly routes: readonly RouteNow[];
  /** Of the days of the plot, all routes together. */
  readonly figures: { readonly since: number; readonly calls: number } & Counts;
  /** The last 14 days in this machine's zone, oldest first. */
  readonly days: readonly Day[];
  readonly latest: readonly DigestLine[];
  readonly mutes: readonly ShownMute[];
}

/** `baseline`: signals that were there before the first reading. `sent`: in digests, counted once for each route. */
export interface Counts {
  readonly signals: number;
  readonly hot: number;
  readonly baseline: number;
  readonly digests: number;
}

export interface Day {
  /** When it began. */
  readonly at: number;
  readonly routes: Readonly<Record<string, { readonly signals: number; readonly digests: number }>>;
}

export interface ShownMute {
  readonly kind: 'buyer' | 'bridge' | 'route';
  readonly id: string;
  readonly name: string | null;
  readonly until: number;
  readonly because: string;
}

export interface RouteNow {
  readonly routeId: string;
  /** `Slack`, `webhook`; null for a route that was removed from the config. */
  readonly label: string | null;
  /** What it does, in a sentence. */
  readonly does: string | null;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly reason: string | null;
  readonly since: number | null;
  readonly signals: number;
  readonly hot: number;
  readonly oldestAt: number | null;
  /** Why its signals and digests wait, each a clause. */
  readonly why: readonly string[];
  /** `at once`, or the next times of its schedule. */
  readonly next: 'at once' | NextTimes;
}

export interface NextTimes {
  readonly timezone: string;
  readonly times: readonly number[];
}

/** A digest's line in a list, by what is remembered of it. */
export interface DigestLine {
  /** Names it in links: `sales/2026-11-24T08:00:00.000Z/1`. */
  readonly path: string;
  readonly digestId: string;
  readonly routeId: string;
  readonly part: number;
  readonly label: string | null;
  /** `digest`, or a report without new signals. */
  readonly kind: DigestKind;
  readonly headline: string;
  readonly buyers: readonly { readonly buyerId: string; readonly name: string | null }[];
  readonly signals: number;
  readonly hot: number;
  readonly state: DigestState | 'UNKNOWN';
  /** Whether a success means that people see it, or only that the destination took it. */
  readonly successMeans: 'delivered' | 'accepted' | null;
  readonly attempts: number;
  /** Of the last attempt. */
  readonly reason: string | null;
  /** When it was delivered, or else created. */
  readonly at: number;
}

export interface DigestList {
  readonly digests: readonly DigestLine[];
  /** Given back as `before`, it continues the search; null at its end. */
  readonly before: string | null;
  /** The search has looked at all digests from then on. */
  readonly since: number;
}

export interface Digest extends DigestLine {
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  readonly dueAt: number | null;
  readonly resentAt: number | null;
  readonly outcomes: readonly AttemptRecord[];
  /** Parsed, if it is JSON; null if it is too large to show, or kept no more. */
  readonly body: unknown;
  readonly kept: boolean;
  readonly members: PreviewedSignals['signals'];
  /** Sends it again. */
  readonly resend: { readonly command: string; readonly repeats: boolean } | null;
}

export interface BuyerList {
  readonly buyers: readonly {
    readonly buyerId: string;
    readonly name: string | null;
    /** How many signals its list counted when it was last read. */
    readonly listed: number;
    readonly readAt: number | null;
  }[];
  /** How many fit the search: `buyers` has the first 200 of them, by name. */
  readonly found: number;
  readonly known: number;
}

export interface Buyer {
  readonly buyerId: string;
  readonly name: string | null;
  readonly mute: ShownMute | null;
  readonly signals: readonly BuyerSignal[];
  readonly since: number;
}

export interface BuyerSignal {
  readonly bridgeId: string;
  readonly rowId: string;
  readonly name: string | null;
  readonly bridgeName: string | null;
  readonly firstSeenAt: number;
  readonly hot: boolean;
  readonly hotBecause: string | null;
  readonly notSent: 'baseline' | 'left-out' | null;
  readonly routes: readonly {
    readonly routeId: string;
    readonly takes: boolean;
    readonly because: string;
    /** The digest with the signal, if one was created. */
    readonly digest: string | null;
  }[];
}

/** What a route sends next, with its reasons. */
export interface Preview {
  readonly routeId: string;
  readonly to: string;
  readonly timezone: string;
  readonly slot: number;
  readonly nextTimes: readonly number[];
  /** Why the bytes may differ although nothing arrives or changes; null if they can't. */
  readonly inexact: string | null;
  readonly parts: readonly {
    readonly digestId: string;
    readonly replyTo: number | null;
    readonly body: unknown;
    readonly text: string;
    readonly sizes: readonly { readonly of: string; readonly is: number; readonly most: number }[];
    readonly signals: number;
  }[];
  readonly goes: PreviewedSignals;
  readonly stays: PreviewedSignals;
  readonly lastDays: {
    readonly digests: number;
    readonly signals: number;
    readonly hot: number;
    readonly mostAtOnce: number;
    readonly emptyDays: number;
  };
  readonly warnings: readonly string[];
}

export interface PreviewedSignals {
  readonly found: number;
  /** The first 100 of them. */
  readonly signals: readonly {
    readonly name: string | null;
    readonly buyerId: string;
    readonly buyerName: string | null;
    readonly hot: boolean;
    readonly because: string;
  }[];
}

export interface Upstream {
  readonly at: number;
  readonly baseUrl: string;
  /** Of the config, in calls a second; null without a limit. */
  readonly mostPerSecond: number | null;
  readonly lanes: readonly {
    readonly lane: 'lists' | 'summaries';
    readonly perSecond: number;
    /** Whether a 429 has ever cut the rate. */
    readonly isFound: boolean;
    readonly pausedUntil: number | null;
    readonly pauseReason: 'failing' | 'rejected' | null;
    readonly heldUntil: number | null;
    /** The last 7 days, oldest first, without hours in which nothing ran. */
    readonly hours: readonly {
      readonly at: number;
      readonly calls: number;
      /** Answered with 429. */
      readonly refused: number;
      /** The rate at its end that the API permitted, in calls a second. */
      readonly perSecond: number;
    }[];
  }[];
}

export interface Settings {
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly routes: readonly { readonly routeId: string; readonly does: string }[];
}

/** One line of the activity. It is written again under its key when the same happens again. */
export interface FeedLine {
  readonly key: string;
  readonly at: number;
  readonly tone: Sentence['tone'];
  readonly about: string;
  readonly text: string;
}

/** What changed since the reader last read: the content of one server-sent event. */
export interface Changes {
  /** True if this is everything: the browser must discard what it had. */
  readonly fresh: boolean;
  /** By their last change, the latest last. */
  readonly lines: readonly FeedLine[];
}
