import type { AwsService } from '../../../shared/runtime/aws/services.ts';
import {
  type AwsCall,
  createSignedClient,
  type Operations,
} from '../../../shared/runtime/aws/signed-client.ts';
import { systemClock } from '../../../shared/runtime/system.ts';

/** Calls an emulator of a service as the functions call the service itself. */
export function callEmulator<Of extends Operations>(service: AwsService, endpoint: string): AwsCall<Of> {
  return createSignedClient<Of>({
    service,
    timeouts: { connectMs: 3_000, requestMs: 10_000 },
    environment: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL: endpoint,
    },
    clock: systemClock,
    random: () => 0,
  });
}
