export interface BuyerNames {
  learn(buyerId: string, name: string | null): void;
  /** The name, or the id's beginning where no row has named the buyer yet. */
  nameOf(buyerId: string): string;
}

const mostNames = 5_000;

/** Observations of polls carry ids only; the signals seen so far know what the buyers are called. */
export function rememberBuyerNames(): BuyerNames {
  const names = new Map<string, string>();
  return {
    learn(buyerId, name) {
      if (name === null || (names.size >= mostNames && !names.has(buyerId))) return;
      names.set(buyerId, name);
    },
    nameOf: (buyerId) => names.get(buyerId) ?? `buyer ${buyerId.slice(0, 8)}`,
  };
}
