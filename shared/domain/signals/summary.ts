import type { BuyerSummary } from '../digests/digest.ts';

/** A message of the summary queue. */
export interface SummaryRequest {
  readonly buyerId: string;
}

/** One fetch of a buyer's summary. No other starts until its lease ends. */
export interface SummaryClaim extends SummaryRequest {
  readonly fence: number;
  /** The number of requests since it was wanted, including this one. */
  readonly asks: number;
}

/** The result of a fetch. */
export type SummaryAnswer =
  | { readonly result: 'ready'; readonly summary: BuyerSummary }
  | { readonly result: 'none' }
  /** Not requested again until a new hot signal wants it. */
  | { readonly result: 'given-up' }
  /** Being generated, or the call failed: request it again at `askAgainAt`, in milliseconds since the epoch. */
  | { readonly result: 'pending'; readonly askAgainAt: number };
