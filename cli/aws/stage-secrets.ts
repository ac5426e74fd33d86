import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  RestoreSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { cloudSecretName } from '../../functions/wiring.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';

export type SecretWritten = 'created' | 'changed';

export type StageSecrets = ReturnType<typeof openStageSecrets>;

/** The secrets of one stage, `signalpost/STAGE/NAME`, by their names in the config. Rejects with the SDK's error. */
export function openStageSecrets(stage: string) {
  const client = new SecretsManagerClient(sdkSettings(5_000, 20_000));
  const describe = (SecretId: string) => unlessMissing(client.send(new DescribeSecretCommand({ SecretId })));
  return {
    /** When it was last changed, in milliseconds since the epoch; null if there is none. */
    async describe(name: string): Promise<{ readonly changedAt: number | null } | null> {
      const found = await describe(cloudSecretName(stage, name));
      if (found === null || found.DeletedDate) return null;
      return { changedAt: found.LastChangedDate?.getTime() ?? null };
    },
    /** The stored text; null if there is none (never written, marked for deletion, or bytes). */
    async read(name: string): Promise<string | null> {
      const SecretId = cloudSecretName(stage, name);
      const found = await unlessMissing(client.send(new GetSecretValueCommand({ SecretId })));
      return found?.SecretString ?? null;
    },
    async write(name: string, value: string): Promise<SecretWritten> {
      const id = cloudSecretName(stage, name);
      const found = await describe(id);
      if (found === null) {
        await client.send(new CreateSecretCommand({ Name: id, SecretString: value, ...labels(stage, name) }));
        return 'created';
      }
      // Its name is taken until it is deleted.
      if (found.DeletedDate) await client.send(new RestoreSecretCommand({ SecretId: id }));
      await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
      return found.DeletedDate ? 'created' : 'changed';
    },
    close: (): void => client.destroy(),
  };
}

/** The same tags as the stacks have: the bill then shows all of a stage together. */
function labels(stage: string, name: string) {
  return {
    Description: `Signalpost, stage ${stage}: ${name} of the config`,
    Tags: [
      { Key: 'project', Value: 'signalpost' },
      { Key: 'stage', Value: stage },
    ],
  };
}

/**
 * null if the secret does not exist or has no value, for which Secrets Manager has one error, and if a value is read that
 * is marked for deletion.
 */
async function unlessMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'ResourceNotFoundException' || name === 'InvalidRequestException') return null;
    throw error;
  }
}
