import type { BuyerSummary } from '../digests/digest.ts';

/** A message of the summary queue. */
export interface SummaryRequest {
  readonly buyerId: string;
}

/** One fetch of a buyer's summary: no other is under way until its lease is over. */
export interface SummaryClaim {
  readonly buyerId: string;
  readonly fence: number;
  /** How often it was asked for since it was wanted, this time included. */
  readonly asks: number;
}

/** What a fetch came to. */
export type SummaryAnswer =
  | { readonly result: 'ready'; readonly summary: BuyerSummary }
  | { readonly result: 'none' }
  /** Asked no more until somebody wants it again. */
  | { readonly result: 'given-up' }
  /** Being generated, or the call failed: ask again at `askAgainAt`, in milliseconds since the epoch. */
  | { readonly result: 'pending'; readonly askAgainAt: number };
