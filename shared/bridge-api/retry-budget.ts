/** Keeps the retries of one client to a tenth of its traffic: when all fails, trying thrice would triple the load. */
export interface RetryBudget {
  /** A call began: a tenth of a retry more may be made. */
  deposit(): void;
  /** True when a retry may be made, which is then spent. */
  withdraw(): boolean;
}

const perCall = 0.1;
/** So many may be made at the start, and at once after a time without any. */
const most = 10;

export function createRetryBudget(): RetryBudget {
  // Counted in whole calls: ten tenths of a float are not one.
  let calls = most / perCall;
  return {
    deposit() {
      calls = Math.min(calls + 1, most / perCall);
    },
    withdraw() {
      if (calls * perCall < 1) return false;
      calls -= 1 / perCall;
      return true;
    },
  };
}
