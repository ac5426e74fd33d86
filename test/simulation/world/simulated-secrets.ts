import { SecretUnavailableError } from '../../../shared/domain/errors.ts';
import type { Secrets } from '../../../shared/runtime/secrets.ts';
import type { Instance } from '../parts/instance.ts';
import { secretNamed } from '../parts/secrets.ts';
import type { World } from '../parts/world.ts';
import { callPort } from './call-port.ts';

export function createSimulatedSecrets(world: World, instance: Instance): Secrets {
  return {
    get: (name) =>
      callPort(world, instance, {
        port: 'secret',
        label: `read the secret ${name}`,
        effect: async () => secretNamed(name),
        failure: () => new SecretUnavailableError(`the secret ${name} could not be read`),
        latencyMs: 0,
      }),
  };
}
