/**
 * Time for an attempt of 20 s, a second try with a fresh secret, and 20 s for the secret and the ledger. If all five
 * of a batch time out at 20 s, the last still starts within the function's 180 s.
 */
export const attemptMs = 60_000;
