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

/** Whether a secret of a stage exists. Times in milliseconds since the epoch. */
export type SecretState =
  | { readonly state: 'there'; readonly changedAt: number | null }
  | { readonly state: 'missing' }
  /** It can't be read, and its name is taken until it is deleted. */
  | { readonly state: 'marked-for-deletion' };

export type SecretWritten = 'created' | 'changed' | 'restored';

export type StageSecrets = ReturnType<typeof openStageSecrets>;

/** The secrets of one stage, `signalpost/STAGE/NAME`, by their names in the config. Rejects with the SDK's error. */
export function openStageSecrets(
  stage: string,
  client = new SecretsManagerClient(sdkSettings(5_000, 20_000)),
) {
  const describe = async (name: string): Promise<SecretState> => {
    const SecretId = cloudSecretName(stage, name);
    const found = await unlessMissing(client.send(new DescribeSecretCommand({ SecretId })));
    if (found === null) return { state: 'missing' };
    if (found.DeletedDate) return { state: 'marked-for-deletion' };
    return { state: 'there', changedAt: found.LastChangedDate?.getTime() ?? null };
  };
  return {
    describe,
    /** The stored text; null if there is none (never written, or bytes). */
    async read(name: string): Promise<string | null> {
      const SecretId = cloudSecretName(stage, name);
      const found = await unlessMissing(client.send(new GetSecretValueCommand({ SecretId })));
      return found?.SecretString ?? null;
    },
    async write(name: string, value: string): Promise<SecretWritten> {
      const id = cloudSecretName(stage, name);
      const { state } = await describe(name);
      if (state === 'missing') {
        await client.send(new CreateSecretCommand({ Name: id, SecretString: value, ...labels(stage, name) }));
        return 'created';
      }
      if (state === 'marked-for-deletion') await client.send(new RestoreSecretCommand({ SecretId: id }));
      await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
      return state === 'there' ? 'changed' : 'restored';
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

/** null if the secret does not exist or has no value: Secrets Manager has one error for both. */
async function unlessMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return null;
    throw error;
  }
}
