import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';

/** The oracle's own records, kept outside the table. */
export interface Memory {
  /** Recorded signals by their ids, with the routes whose outbox they entered. */
  readonly signals: Map<string, RecordedSignal>;
  /** Digests by `pk sk`, as they were frozen. */
  readonly digests: Map<string, Item>;
  readonly digestKeys: Map<string, string>;
  /** Ids of delivered digests that the ledger lost when it was put back: their signals may be sent again. */
  readonly forgotten: Set<string>;
  /** Digest of each outbox entry, by `pk sk` of the entry. */
  readonly frozenIn: Map<string, string>;
  /** When each buyer turned LIVE, in true time. */
  readonly liveAt: Map<string, number>;
  /** Each route and signal, as `pk signalId`, whose digest must be sent or was sent. */
  readonly owed: Set<string>;
  /** Entries that an operator discarded before they were in a digest. */
  readonly discarded: Set<string>;
  /** Entries that flood rules dropped, by `pk sk` of the outbox entry. */
  readonly dropped: Set<string>;
  /** Of each digest whose first form was rejected, by its id: the fence of the last sender that may send that form. */
  readonly rejectedAt: Map<string, number>;
  /** In true time, when each route began its rounds, by `pk`. */
  readonly rounds: Map<string, readonly number[]>;
  readonly mutes: MuteSeen[];
  readonly posts: PostSeen[];
  /** What each delivered digest was called by its destination, by its id; null where that has no names. */
  readonly threads: Map<string, { readonly channel: string; readonly ts: string } | null>;
  /** When a delivered digest was last made due again, by the world's clock. */
  readonly replays: Map<string, number>;
  /** Claims of each digest that count as attempts since its schedule began, by `pk sk`. */
  readonly tries: Map<string, number>;
  /** In true time: when each entry entered its outbox, by `pk sk`, and when each route was last enabled, by `pk`. */
  readonly enteredAt: Map<string, number>;
  /** Entries of signals that waited for values before, by `pk sk`. */
  readonly decidedLater: Set<string>;
  readonly enabledAt: Map<string, number>;
  /** When the lease of a digest's last claim ends by the clock of its sender, in true time. */
  readonly leaseEnds: Map<string, number>;
  /** The last moments that were reserved for calls upstream, by lane. */
  readonly moments: Map<Lane, number[]>;
  /** Until when the last summary of a buyer was known, by `pk`, in true time. */
  readonly knownUntil: Map<string, number>;
  /** When the summary of a buyer was last decided, by `pk`, in true time. */
  readonly decidedAt: Map<string, number>;
  /** When something last failed in the world itself, in true time: a call, a function, a message. */
  troubleAt: number;
  /** The number of polls, and how many of them each route's heartbeats reported, by `pk`. */
  readonly counted: { polls: number };
  readonly told: Map<string, number>;
  /** The held signals of each route, by `pk`. */
  readonly held: Map<string, HeldCount>;
  readonly bridges: BridgeMemory;
  /** When a tick last polled every buyer, regardless of the rows. */
  everyoneAt: number | null;
  readonly refusals: RefusalMemory;
}

export interface RecordedSignal {
  readonly buyerId: string;
  readonly signalId: string;
  readonly baseline: boolean;
  readonly routeIds: readonly string[];
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
  /** Held back and dropped since the last message of the route, and before it. */
  untold: number;
  dropped: number;
  toldBefore: number;
  /** Recently right counts, oldest first: a digest states one that its composer read some time before. */
  readonly past: { readonly until: number; readonly held: number }[];
}

/** The oracle's records of bridges. */
export interface BridgeMemory {
  /** When page 1 of each bridge's rows was requested, until the bridge was completely read. */
  readonly begun: Map<string, number[]>;
  /** When each watched bridge was first completely read. */
  readonly doneAt: Map<string, number>;
  /** When the first look at each bridge's newest rows was stored. */
  readonly lookedAt: Map<string, number>;
  /** Bridges whose first read skipped a failing page: a buyer found on that page later counts as new. */
  readonly passedOver: Set<string>;
  /** Slots of the ticks, since faults stopped, that each read all rows of a bridge. */
  readonly wholeReadings: Map<string, number[]>;
}

/** The oracle's records of requested lists, by buyer, in true time. */
export interface RefusalMemory {
  readonly lastAsked: Map<string, number>;
  /** For refused buyers, since faults stopped: when each was tried, and when this was last reported. */
  readonly tries: Map<string, number[]>;
  readonly told: Map<string, number>;
}

export function createMemory(): Memory {
  return {
    signals: new Map(),
    digests: new Map(),
    digestKeys: new Map(),
    forgotten: new Set(),
    frozenIn: new Map(),
    liveAt: new Map(),
    owed: new Set(),
    discarded: new Set(),
    dropped: new Set(),
    rejectedAt: new Map(),
    rounds: new Map(),
    mutes: [],
    posts: [],
    threads: new Map(),
    replays: new Map(),
    tries: new Map(),
    enteredAt: new Map(),
    decidedLater: new Set(),
    enabledAt: new Map(),
    leaseEnds: new Map(),
    moments: new Map(),
    knownUntil: new Map(),
    decidedAt: new Map(),
    troubleAt: 0,
    counted: { polls: 0 },
    told: new Map(),
    held: new Map(),
    bridges: {
      begun: new Map(),
      doneAt: new Map(),
      lookedAt: new Map(),
      passedOver: new Set(),
      wholeReadings: new Map(),
    },
    everyoneAt: null,
    refusals: { lastAsked: new Map(), tries: new Map(), told: new Map() },
  };
}
