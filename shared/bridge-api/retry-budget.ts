/** Keeps the retries of one client to a tenth of its traffic: when all fails, trying thrice would triple the load. */
export interface RetryBudget {
  /** A call began: a tenth of a retry more may be made. */
  deposit(): void;
  /** True when a retry may be made, which is then spent. */
  withdraw(): boolean;
}

const callsPerRetry = 10;
/** So many may be made at the start, and at once after a time without any. */
const mostRetries = 10;

export function createRetryBudget(): RetryBudget {
  let unspentCalls = mostRetries * callsPerRetry;
  return {
    deposit() {
      unspentCalls = Math.min(unspentCalls + 1, mostRetries * callsPerRetry);
    },
    withdraw() {
      if (unspentCalls < callsPerRetry) return false;
      unspentCalls -= callsPerRetry;
      return true;
    },
  };
}
