import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '../environment.ts';
import type { Secrets } from '../secrets.ts';
import { createCloudSecrets } from '../secrets-manager.ts';
import { systemClock } from '../system.ts';
import { variable } from './variable.ts';

/** The secrets of the deployed stage. */
export function cloudSecrets(): Secrets {
  return createCloudSecrets({
    client: new SecretsManagerClient({ requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000 } }),
    stage: variable(environment.stage),
    clock: systemClock,
  });
}
