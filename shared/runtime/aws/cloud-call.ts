import { systemClock, systemRandom } from '../system.ts';
import type { AwsService } from './services.ts';
import { type AwsCall, createSignedClient, type Operations } from './signed-client.ts';

/** Calls to a service by this function's role. `requestMs`: a hanging call costs money until the function's timeout. */
export function cloudCall<Of extends Operations>(service: AwsService, requestMs: number): AwsCall<Of> {
  return createSignedClient<Of>({
    service,
    timeouts: { connectMs: 3_000, requestMs },
    environment: process.env,
    clock: systemClock,
    random: systemRandom,
  });
}
