/** Limits a client's retries to a tenth of its calls: in an outage, three attempts each would triple the load. */
export interface RetryBudget {
  /** A call began: adds a tenth of a retry. */
  deposit(): void;
  /** Spends one retry; false when none is left. */
  withdraw(): boolean;
}

const callsPerRetry = 10;
/** The largest balance: available at the start, and again after a time without retries. */
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
