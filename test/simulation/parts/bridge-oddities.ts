import type { Span } from './coincidence.ts';

/** What is odd about the rows of bridges in a world. Most worlds have none of it. */
export interface BridgeOddities {
  /** The whole service has failed until faults stop, so that nobody calls it then before a first call went well. */
  readonly afterOutage: boolean;
  /** All rows of this buyer are gone for a while, or for good (`until` Infinity), and its list answers 404 meanwhile. */
  readonly vanishing: (Span & { readonly buyerId: string }) | null;
  /** Rows without a buyer, which stand before all others, each on a page of its own that takes long to come. */
  readonly slow: {
    readonly bridgeId: string;
    readonly fillers: number;
    readonly pageMs: number;
    /** The service reads one page of it at a time: of several calls, the others time out. */
    readonly isOneByOne: boolean;
  } | null;
}

export const noOddities: BridgeOddities = {
  afterOutage: false,
  vanishing: null,
  slow: null,
};
