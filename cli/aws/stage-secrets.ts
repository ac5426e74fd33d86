import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { cloudSecretName, type SecretScope } from '../../functions/wiring.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import {
  changedSuffix,
  notSecrets,
  parseSecrets,
  type StoredSecrets,
} from '../../shared/runtime/secrets-manager.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { readManifest } from './read-manifest.ts';
import { unless } from './unless.ts';

export type StageSecrets = Awaited<ReturnType<typeof openStageSecrets>>;

/** Secrets Manager takes no more in one secret. */
const mostBytes = 65_536;
const mostTries = 8;
/** The label of a new version until it is the current one: Secrets Manager deletes versions without a label. */
const newLabel = 'SIGNALPOST_NEW';

/** The secrets of one stage, a JSON object for each scope. Rejects with the SDK's error. */
export async function openStageSecrets(stage: string) {
  const manifest = await readManifest(stage);
  /** The secret that the stage's app named, or the one with the stage's name: before the first deploy, too. */
  const idOf = (scope: SecretScope): string => manifest?.secrets[scope] ?? cloudSecretName(stage, scope);
  const client = new SecretsManager(sdkSettings(5_000, 20_000));

  /** The current version; null if there is none (never written, or marked for deletion). */
  async function readCurrent(SecretId: string) {
    const found = await unless(missing, client.getSecretValue({ SecretId }));
    if (found === null) return null;
    const secrets = parseSecrets(found.SecretString);
    if (secrets === null) throw new ConfigurationError([`${SecretId} ${notSecrets}`]);
    return { secrets, version: found.VersionId };
  }

  /**
   * Makes a text the current version in place of the one that was read; null if another one has become it meanwhile.
   * Secrets Manager moves AWSCURRENT only away from the version that `RemoveFromVersionId` names, if it is on any.
   */
  async function swap(SecretId: string, RemoveFromVersionId: string | undefined, SecretString: string) {
    const put = { SecretId, SecretString, VersionStages: [newLabel] };
    const { VersionId: MoveToVersionId } = await client.putSecretValue(put);
    const move = { SecretId, VersionStage: 'AWSCURRENT', RemoveFromVersionId, MoveToVersionId };
    return await unless(['InvalidParameterException'], client.updateSecretVersionStage(move));
  }

  return {
    /** The name or ARN of a scope's secret. */
    idOf,
    /** The secrets of a scope; none if it was never written or is marked for deletion. */
    read: async (scope: SecretScope): Promise<StoredSecrets> =>
      (await readCurrent(idOf(scope)))?.secrets ?? {},
    /** Sets one secret of a scope. What others set at the same time stays. */
    async write(scope: SecretScope, name: string, value: string) {
      const id = idOf(scope);
      for (let tries = 0; tries < mostTries; tries++) {
        // Reads can lag behind another's write for a moment.
        if (tries > 0) await systemClock.sleep(systemRandom() * 100 * 2 ** tries);
        const found = await unless(missing, client.describeSecret({ SecretId: id }));
        // A secret that is marked for deletion still has the name.
        if (found?.DeletedDate) await client.restoreSecret({ SecretId: id });
        const current = found && (await readCurrent(id));
        const changed = { [name]: value, [name + changedSuffix]: isoTime(systemClock.now()) };
        const SecretString = JSON.stringify({ ...current?.secrets, ...changed });
        // AWS's own error would quote the text.
        if (Buffer.byteLength(SecretString) > mostBytes)
          throw new ConfigurationError([
            `${id}: its secrets would take more than ${mostBytes} bytes; nothing was stored; remove those that are not used`,
          ]);
        const create = { Name: id, SecretString, ...labels(stage, scope) };
        const isStored = found
          ? await swap(id, current?.version, SecretString)
          : await unless(['ResourceExistsException'], client.createSecret(create));
        if (isStored) return current?.secrets[name] === undefined ? 'created' : 'changed';
      }
      throw new Error(
        `${id} was changed by others in each of ${mostTries} tries; ${name} was not stored; try again`,
      );
    },
  };
}

/** Tags as the stacks have them: the bill then shows all of a stage together. */
function labels(stage: string, scope: SecretScope) {
  return {
    Description: `Signalpost, stage ${stage}: the secrets of ${scope}, by their names in the config`,
    Tags: [
      { Key: 'project', Value: 'signalpost' },
      { Key: 'stage', Value: stage },
    ],
  };
}

/** Secrets Manager has one error for a secret that does not exist and for one without a value, and one for a value that is marked for deletion. */
const missing = ['ResourceNotFoundException', 'InvalidRequestException'];
