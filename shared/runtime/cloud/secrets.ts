import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '../environment.ts';
import { sdkTimeouts } from '../sdk-timeouts.ts';
import type { Secrets } from '../secrets.ts';
import { createCloudSecrets } from '../secrets-manager.ts';
import { systemClock } from '../system.ts';
import { variable } from './variable.ts';

// So that an attempt does not outlast its lease.
const requestHandler = sdkTimeouts(3_000, 5_000);

/** The secrets of the deployed stage. */
export function cloudSecrets(): Secrets {
  return createCloudSecrets({
    client: new SecretsManagerClient({ requestHandler }),
    stage: variable(environment.stage),
    clock: systemClock,
  });
}
