export interface BuyerNames {
  learn(buyerId: string, name: string | null): void;
  /** The name, or the beginning of the id if no row has named the buyer yet. */
  nameOf(buyerId: string): string;
}

const mostNames = 5_000;

/** Observations of polls have ids only; the names come from the signals recorded so far. */
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
