import { deliveryCallMs } from './call-times.ts';

/** Secrets and the ledger take their time, too. */
const preparingMs = 20_000;
/** An attempt may call twice, the second time with a fresh secret. A stop on one machine waits as long. */
export const attemptMs = 2 * deliveryCallMs + preparingMs;
/** A sender owns a digest, and its place among the attempts of its route, for longer than an attempt. */
export const leaseMs = attemptMs + 30_000;
/** A call that begins within this time ends before the lease does, and its outcome can be stored. */
export const beginWithinMs = leaseMs - deliveryCallMs - 5_000;
