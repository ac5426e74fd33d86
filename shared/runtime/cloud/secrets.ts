import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '../environment.ts';
import type { Secrets } from '../secrets.ts';
import { createCloudSecrets } from '../secrets-manager.ts';
import { systemClock } from '../system.ts';
import { variable } from './variable.ts';

// Without the last the SDK only warns, and waits on: an attempt would outlast its lease.
const requestHandler = { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true };

/** The secrets of the deployed stage. */
export function cloudSecrets(): Secrets {
  return createCloudSecrets({
    client: new SecretsManagerClient({ requestHandler }),
    stage: variable(environment.stage),
    clock: systemClock,
  });
}
