import type { Lane } from '../../../shared/domain/lane.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';

/** The oracle's own records, kept outside the table. */
export function createMemory() {
  return {
    /** Recorded signals by their ids; `at` in true time. */
    signals: new Map<string, { readonly buyerId: string; readonly baseline: boolean; readonly at: number }>(),
    /** Digests by `pk sk`, as they were frozen. */
    digests: new Map<string, Item>(),
    digestKeys: new Map<string, string>(),
    /** Ids of delivered digests that the ledger lost when it was put back: their signals may be sent again. */
    forgotten: new Set<string>(),
    /** Digest of each outbox entry, by `pk sk` of the entry. */
    frozenIn: new Map<string, string>(),
    /** When the list of each buyer first looked empty, although it was not, since something last failed: in true time. */
    hiddenAt: new Map<string, number>(),
    /** When each buyer turned LIVE, or its list was found empty before, in true time: what comes since is news. */
    liveAt: new Map<string, number>(),
    /** When each buyer was first known, in true time. */
    foundAt: new Map<string, number>(),
    /** When each buyer turned LIVE, in true time. */
    baselinedAt: new Map<string, number>(),
    /** Each route and signal, as `pk signalId`, whose digest must be sent or was sent. */
    owed: new Set<string>(),
    /** Entries that an operator discarded before they were in a digest. */
    discarded: new Set<string>(),
    /** Of each digest whose first form was rejected, by its id: the fence of the last sender that may send that form. */
    rejectedAt: new Map<string, number>(),
    /** Of the entries of outboxes that are larger than a reading, by the `pk` of their route. */
    passed: new Map<string, Passed>(),
    /** The times at which each route began its rounds, by `pk`, in true time. */
    rounds: new Map<string, readonly number[]>(),
    /** The time of each route's last message, by `pk`, in true time. */
    lastMessages: new Map<string, number>(),
    mutes: [] as MuteSeen[],
    posts: [] as PostSeen[],
    /** What each delivered digest was called by its destination, by its id; null where that has no names. */
    threads: new Map<string, { readonly channel: string; readonly ts: string } | null>(),
    /** When a delivered digest was last made due again, by the world's clock. */
    replays: new Map<string, number>(),
    /** Claims of each digest that count as attempts since its schedule began, by `pk sk`. */
    tries: new Map<string, number>(),
    /** In true time: when each entry entered its outbox, by `pk sk`, and when each route was last enabled, by `pk`. */
    enteredAt: new Map<string, number>(),
    /** Entries of signals that waited for values before, by `pk sk`. */
    decidedLater: new Set<string>(),
    enabledAt: new Map<string, number>(),
    /** When the lease of a digest's last claim ends by the clock of its sender, in true time. */
    leaseEnds: new Map<string, number>(),
    /** The last moments that were reserved for calls upstream, by lane. */
    moments: new Map<Lane, number[]>(),
    /** Until when the last summary of a buyer was known, by `pk`, in true time. */
    knownUntil: new Map<string, number>(),
    /** When the summary of a buyer was last decided, by `pk`, in true time. */
    decidedAt: new Map<string, number>(),
    /** When something last failed in the world itself, in true time: a call, a function, a message. */
    troubleAt: 0,
    /** When each digest was first delivered, in true time and by its sender's clock, by `pk sk`. */
    delivered: new Map<string, { readonly knownAt: number; readonly deliveredAt: number }>(),
    /** What each reminder was about, by `pk` and row: its times, and the deadlines that it named. */
    reminded: new Map<string, readonly { readonly at: number; readonly deadline: number }[]>(),
    /** The held signals of each route, by `pk`. */
    held: new Map<string, HeldCount>(),
    bridges: {
      /** When page 1 of each bridge's rows was requested, until the bridge was completely read. */
      begun: new Map<string, number[]>(),
      /** When each watched bridge was first completely read. */
      doneAt: new Map<string, number>(),
      /** Bridges whose rows looked empty during their first complete read: it need not name a buyer that was shown before. */
      hidden: new Set<string>(),
      /** When the first look at each bridge's newest rows was stored. */
      lookedAt: new Map<string, number>(),
      /** Bridges whose first read skipped a failing page: a buyer found on that page later counts as new. */
      passedOver: new Set<string>(),
      /** Slots of the ticks, since faults stopped, that each read all rows of a bridge. */
      wholeReadings: new Map<string, number[]>(),
    },
    events: {
      /** Calls of lists and rows of the last minute, with the rate at each. */
      calls: [] as { readonly at: number; readonly rate: number }[],
      /** When each buyer last left a roster, by `pk sk`. */
      leftAt: new Map<string, number>(),
    },
    /** The ends of ticks, and when lists were shown: in true time. */
    ticks: [] as number[],
    shownAt: [] as number[],
    /** Ends of ticks that could store what they found, in true time: the last, and the first since none came for half a day. */
    looks: { since: Number.POSITIVE_INFINITY, lastAt: 0 },
    /** When lists were asked for since then: one time for each tick. */
    askedInVain: [] as number[],
    /** When somebody asked for everyone, once faults had stopped. */
    askedByHandAt: null as number | null,
    /** When a tick last polled every buyer, regardless of the rows. */
    everyoneAt: null as number | null,
    alerts: {
      /**
       * In true time, since when and until when something was last wrong, by its name and `pk`; how often it was judged since
       * then, and how often in a row while it was right.
       */
      wrong: new Map<string, { since: number; until: number | null; judged: number; right: number }>(),
      /** Digests that failed for good, by `pk` of their route. */
      dead: new Map<string, Set<string>>(),
      told: new Set<string>(),
      /** How each alert was told last, by its name and route. */
      last: new Map<string, string>(),
    },
    refusals: {
      lastAsked: new Map<string, number>(),
      /** For refused buyers, since faults stopped: when each was tried; when it was last reported. */
      tries: new Map<string, Try[]>(),
      told: new Map<string, number>(),
    },
  };
}

/** How many sweeps have left an entry where it was due, and when the last of them ended, by its `sk`. */
export type Passed = ReadonlyMap<string, { readonly sweeps: number; readonly at: number }>;

export interface Try {
  readonly at: number;
  /** Whether a denial concludes something then. */
  readonly concludes: boolean;
  /** It came after an outage, whether or not the buyer's rest was over. */
  readonly isOnceMore: boolean;
}

/** A mute as it was committed, in true time; `until` is by the operator's clock. */
export interface MuteSeen {
  /** The kind and the id, as in its key. */
  readonly name: string;
  readonly from: number;
  /** When it was replaced or ended; infinite if it was not. */
  to: number;
  readonly until: number;
}

/** A request with a digest. */
export interface PostSeen {
  readonly routeId: string;
  readonly digestId: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly host: string;
}

/** The oracle's own counts for a route, entry by entry. */
export interface HeldCount {
  held: number;
  /** Held back since the last message of the route, and before it. */
  untold: number;
  toldBefore: number;
  /** Recently right counts, oldest first: a digest states one that its composer read some time before. */
  readonly past: { readonly until: number; readonly held: number }[];
}
