import { SSM } from '@aws-sdk/client-ssm';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { jsonIn } from '../../shared/domain/json-in.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { manifestName, type StageManifest } from '../../shared/runtime/stage-names.ts';
import { unless } from './unless.ts';

/**
 * Where the parts of a stage are; null if it is not deployed here. Throws `ConfigurationError` if another version of
 * Signalpost wrote it; rejects with the SDK's error.
 */
export async function readManifest(
  stage: string,
  client = new SSM(sdkSettings(5_000, 20_000)),
): Promise<StageManifest | null> {
  const Name = manifestName(stage);
  const found = await unless(['ParameterNotFound'], client.getParameter({ Name }));
  if (found === null) return null;
  const manifest = jsonIn(found.Parameter?.Value ?? '');
  if (isRecord(manifest) && manifest.version === 1) return manifest as unknown as StageManifest;
  throw new ConfigurationError([
    `--stage: ${stage} was deployed by another version: this one can't read its parameter ${Name}; ` +
      'deploy the stage with this version, or use the version that deployed it',
  ]);
}
