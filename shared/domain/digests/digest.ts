/** One source of a summary's section: a row of a bridge. */
export interface SummarySource {
  readonly entryId: string | null;
  readonly entryName: string | null;
  /** The bridge's id. */
  readonly triggerId: string | null;
  readonly triggerType: string | null;
  readonly triggerName: string | null;
}

export interface SummarySection {
  readonly title: string | null;
  readonly text: string | null;
  readonly sources: readonly SummarySource[];
}

export interface SummaryBlock {
  readonly intro: string | null;
  readonly sections: readonly SummarySection[];
}

/** What is known about a buyer's activity, as the service generated it. */
export interface BuyerSummary {
  readonly whatsRecent: SummaryBlock | null;
  readonly theBiggerPicture: SummaryBlock | null;
  readonly areasForDeeperDiscovery: SummaryBlock | null;
  readonly score: number | null;
  readonly scoreReasoning: string | null;
  readonly generatedAt: string | null;
}

export interface DigestSignal {
  readonly bridgeId: string;
  readonly bridgeName: string | null;
  readonly rowId: string;
  readonly name: string | null;
  readonly hot: boolean;
  /** 1 is the hottest; null when it was not among the first that were asked for. */
  readonly hotnessRank: number | null;
  /** ISO 8601, UTC. */
  readonly firstSeenAt: string;
  readonly updatedAt: string | null;
  readonly columns: Readonly<Record<string, unknown>>;
  /** How many columns were too many to be kept in the ledger. */
  readonly columnsLeftOut?: number | undefined;
}

/** `ready`: in `summary`; `pending`: still being generated when the wait ended; `none`: not asked for, or none exists. */
export type SummaryStatus = 'ready' | 'pending' | 'none';

export interface DigestBuyer {
  readonly buyerId: string;
  readonly name: string | null;
  readonly score: number | null;
  readonly summary: BuyerSummary | null;
  readonly summaryStatus: SummaryStatus;
  readonly signals: readonly DigestSignal[];
}

/** There were more new signals than the route takes in one digest; the hottest are shown. */
export interface DigestFlood {
  readonly newSignals: number;
  /** In all parts of the digest together. */
  readonly shown: number;
  /** What became of the others. `held`: until they are released by hand. `dropped`: as many as `dropped` says. */
  readonly rest: 'held' | 'dropped';
  /** A rule that drops still holds what the route kept while it was disabled. */
  readonly dropped: number;
}

/** What one digest says: the `data` of the webhook body, and what Slack's blocks are rendered from. */
export interface DigestContent {
  /** `msg_` + base32: the same for every attempt, and the webhook's `webhook-id`. */
  readonly digestId: string;
  readonly routeId: string;
  /** 1 for the first message of a slot. */
  readonly part: number;
  /** How many messages the slot was known to take when this part was frozen. */
  readonly parts: number;
  /** The first and the last `firstSeenAt` of its signals, ISO 8601. */
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly buyers: readonly DigestBuyer[];
  /** How many items could not be read; they are kept in the ledger. */
  readonly unreadable: number;
  /** How many signals the route holds back for a release by hand, those of earlier digests included. */
  readonly held: number;
  readonly flood?: DigestFlood | undefined;
}
