/**
 * An attempt of 20 s, its second try with a fresh secret, and 20 s for the secret and the ledger fit into this. A
 * batch of five that each time out at 20 s is still begun to the last within the function's 180 s.
 */
export const attemptMs = 60_000;
