import { cloudCall } from '../aws/cloud-call.ts';
import { secretsManager } from '../aws/services.ts';
import { environment } from '../environment.ts';
import type { Secrets } from '../secrets.ts';
import { createCloudSecrets, type SecretsManagerOperations } from '../secrets-manager.ts';
import { systemClock } from '../system.ts';
import { variable } from './variable.ts';

/** The secrets of the deployed stage. */
export function cloudSecrets(): Secrets {
  return createCloudSecrets({
    // So that an attempt does not outlast its lease.
    call: cloudCall<SecretsManagerOperations>(secretsManager, 5_000),
    stage: variable(environment.stage),
    clock: systemClock,
  });
}
