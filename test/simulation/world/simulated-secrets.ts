import { SecretUnavailableError } from '../../../shared/domain/errors.ts';
import type { Secrets } from '../../../shared/runtime/secrets.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { callPort } from './call-port.ts';

/** In every secret of the simulation: where it turns up outside, one has leaked. */
const canary = 'CANARY7Q2x9';

const values: Readonly<Record<string, string>> = {
  TOKEN: `${canary}.token.4be81f`,
  SIGNING: `whsec_${Buffer.from(`${canary}-signing-key-32-bytes-long!`).toString('base64')}`,
};

/** The form that could appear in a message: the signing secret is decoded before use. */
export const canaries: readonly string[] = [canary, (values.SIGNING as string).slice(6)];

function secretNamed(name: string): string {
  const [kind = ''] = name.toLowerCase().split('_');
  return kind === 'bot' ? `xoxb-${canary}-${name}` : `https://${kind}.example/services/${name}/${canary}`;
}

export function createSimulatedSecrets(world: World, instance: Instance): Secrets {
  return {
    get: (name) =>
      callPort(world, instance, {
        port: 'secret',
        label: `read the secret ${name}`,
        effect: async () => values[name] ?? secretNamed(name),
        failure: () => new SecretUnavailableError(`the secret ${name} could not be read`),
        latencyMs: 0,
      }),
  };
}
