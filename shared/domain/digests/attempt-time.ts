/** A lost first packet is sent again after a second, and then after two more. */
export const connectMs = 3_000;
/** The documentation promises this to receivers, from the connection to the answer. */
const answerMs = 15_000;
/** A call lasts from resolving the name to the last byte of the answer. */
export const deliveryCallMs = connectMs + answerMs + 2_000;

/** Secrets and the ledger take their time, too. */
const preparingMs = 20_000;
/** An attempt may call twice, the second time with a fresh secret. A stop on one machine waits as long. */
export const attemptMs = 2 * deliveryCallMs + preparingMs;
/** A sender owns a digest, and its place among the attempts of its route, for longer than an attempt. */
export const attemptLeaseMs = attemptMs + 30_000;
/** A call that begins within this time ends before the lease does, and its outcome can be stored. */
export const beginWithinMs = attemptLeaseMs - deliveryCallMs - 5_000;
