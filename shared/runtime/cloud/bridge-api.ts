import type { BridgeApi } from '../../bridge-api/index.ts';
import { configuredBridgeApi } from '../configured-bridge-api.ts';
import type { PipelinePorts } from './pipeline-entry.ts';
import { cloudSecrets } from './secrets.ts';

/** The API client of the config, with its token from Secrets Manager. */
export function cloudBridgeApi(ports: PipelinePorts): BridgeApi {
  return configuredBridgeApi(ports.config, { ...ports, secrets: cloudSecrets() });
}
