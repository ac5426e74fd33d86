import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { ServedPage } from '../world/upstream/served-page.ts';

/** What the oracle keeps beside the table. */
export interface Memory {
  /** Recorded signals by their ids, with the routes whose outbox they entered. */
  readonly signals: Map<string, RecordedSignal>;
  /** Digests by `pk sk`, as they were frozen. */
  readonly digests: Map<string, Item>;
  readonly digestKeys: Map<string, string>;
  /** Digest of each outbox entry, by `pk sk` of the entry. */
  readonly frozenIn: Map<string, string>;
  /** When each buyer turned LIVE, in true time. */
  readonly liveAt: Map<string, number>;
  /** First pages of accepted readings, by buyer. */
  readonly acceptedListings: Map<string, Set<string>>;
  /** Each route and signal, as `pk signalId`, that a digest is owed for or went out for. */
  readonly owed: Set<string>;
  /** What a person threw away before it was in a digest. */
  readonly discarded: Set<string>;
  /** What flood rules dropped, by `pk sk` of the outbox entry. */
  readonly dropped: Set<string>;
  /** What a person handed to a route, by `pk sk` of the outbox entry. */
  readonly handed: Set<string>;
  /** Ids of digests that went out in their plain form. */
  readonly plain: Set<string>;
  /** When a signal was last found that no row had announced, and that a row should have; null when none was. */
  missedAt: number | null;
  readonly posts: PostSeen[];
  /** Calls for each digest since its schedule of attempts began, by `pk sk`. */
  readonly tries: Map<string, number>;
  /** When each entry came into its outbox, by `pk sk`, and when each route was enabled last, by `pk`: in true time. */
  readonly enteredAt: Map<string, number>;
  readonly enabledAt: Map<string, number>;
  /** The last pages that upstream served about each buyer. */
  readonly served: Map<string, ServedPage[]>;
  /** The last moments that were reserved for calls upstream, by lane. */
  readonly moments: Map<Lane, number[]>;
  /** Until when the last summary of a buyer was known, by `pk`, in true time. */
  readonly knownUntil: Map<string, number>;
  /** How many polls there were, and how many of them each route's heartbeats told of, by `pk`. */
  readonly counted: { polls: number };
  readonly told: Map<string, number>;
  /** What routes hold back, by `pk`. */
  readonly held: Map<string, HeldCount>;
  readonly bridges: BridgeMemory;
  /** When a tick last polled everyone, whatever rows say. */
  everyoneAt: number | null;
  readonly refusals: RefusalMemory;
}

export interface RecordedSignal {
  readonly buyerId: string;
  readonly signalId: string;
  readonly baseline: boolean;
  readonly routeIds: readonly string[];
}

/** A digest on its way out. */
export interface PostSeen {
  readonly routeId: string;
  readonly digestId: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the oracle counts of one route by itself, entry by entry. */
export interface HeldCount {
  held: number;
  /** How many entries each flood set aside, and how many of them it dropped, by its id. */
  readonly aside: Map<number, { readonly all: number; readonly dropped: number }>;
  /** The counts that were right lately, oldest first: a digest tells one that its composer read some time before. */
  readonly past: { readonly until: number; readonly held: number }[];
}

/** What the oracle keeps of bridges. */
export interface BridgeMemory {
  /** When page 1 of each bridge's rows was asked for, until it was read through. */
  readonly begun: Map<string, number[]>;
  /** When each watched bridge was first read through. */
  readonly doneAt: Map<string, number>;
  /** Of which the first reading passed over a page that failed: who is found there later passes for new. */
  readonly passedOver: Set<string>;
  /** Slots of the ticks that read all rows of a bridge since faults stopped, each in one go. */
  readonly wholeReadings: Map<string, number[]>;
}

/** What the oracle keeps of the lists that were asked for, by buyer. Times are true ones. */
export interface RefusalMemory {
  readonly lastAsked: Map<string, number>;
  /** Since faults stopped, of a buyer that is refused: each time that it was tried, and that this was told. */
  readonly tries: Map<string, number[]>;
  readonly told: Map<string, number>;
  /** When it was tried although it may have rested, since the token was in doubt. */
  readonly doubted: Map<string, number[]>;
}

export function createMemory(): Memory {
  return {
    signals: new Map(),
    digests: new Map(),
    digestKeys: new Map(),
    frozenIn: new Map(),
    liveAt: new Map(),
    acceptedListings: new Map(),
    owed: new Set(),
    discarded: new Set(),
    dropped: new Set(),
    handed: new Set(),
    plain: new Set(),
    missedAt: null,
    posts: [],
    tries: new Map(),
    enteredAt: new Map(),
    enabledAt: new Map(),
    served: new Map(),
    moments: new Map(),
    knownUntil: new Map(),
    counted: { polls: 0 },
    told: new Map(),
    held: new Map(),
    bridges: { begun: new Map(), doneAt: new Map(), passedOver: new Set(), wholeReadings: new Map() },
    everyoneAt: null,
    refusals: { lastAsked: new Map(), tries: new Map(), told: new Map(), doubted: new Map() },
  };
}
