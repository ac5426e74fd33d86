/** A message of the summary queue. */
export interface SummaryRequest {
  readonly buyerId: string;
}

/** No other fetch starts until its lease ends. */
export interface SummaryClaim extends SummaryRequest {
  readonly fence: number;
  readonly asks: number;
}

export type SummaryAnswer =
  | { readonly result: 'ready'; readonly summary: BuyerSummary }
  | { readonly result: 'none' }
  /** It is not requested again until a new hot signal wants it. */
  | { readonly result: 'given-up' }
  /** It is being generated, or the call failed: request it again at `askAgainAt`, in milliseconds since the epoch. */
  | { readonly result: 'pending'; readonly askAgainAt: number };

export interface SummarySource {
  readonly entryId: string | null;
  readonly entryName: string | null;
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

export interface BuyerSummary {
  readonly whatsRecent: SummaryBlock | null;
  readonly theBiggerPicture: SummaryBlock | null;
  readonly areasForDeeperDiscovery: SummaryBlock | null;
  readonly score: number | null;
  readonly scoreReasoning: string | null;
  readonly generatedAt: string | null;
  /** It was too large for the ledger: texts of it were cut, and perhaps sources and sections left out. */
  readonly truncated?: true | undefined;
}
