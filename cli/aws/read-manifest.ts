import { SSM } from '@aws-sdk/client-ssm';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { manifestName, type StageManifest } from '../../shared/runtime/stage-names.ts';

/**
 * Where the parts of a stage are; null if it is not deployed here. Throws `ConfigurationError` if another version of
 * Signalpost wrote it; rejects with the SDK's error.
 */
export async function readManifest(
  stage: string,
  client = new SSM(sdkSettings(5_000, 20_000)),
): Promise<StageManifest | null> {
  const Name = manifestName(stage);
  try {
    const { Parameter } = await client.getParameter({ Name });
    const manifest: unknown = JSON.parse(Parameter?.Value ?? 'null');
    if (isRecord(manifest) && manifest.version === 1) return manifest as unknown as StageManifest;
  } catch (error) {
    if (error instanceof Error && error.name === 'ParameterNotFound') return null;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ConfigurationError([
    `--stage: ${stage} was deployed by another version: this one can't read its parameter ${Name}; ` +
      'deploy the stage with this version, or use the version that deployed it',
  ]);
}
