import type { BridgeApi } from '../../bridge-api/index.ts';
import type { SignalpostConfig } from '../../config/signalpost-config.ts';
import type { Observe } from '../../domain/observation.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { configuredBridgeApi } from '../configured-bridge-api.ts';
import { cloudSecrets } from './secrets.ts';

/** The API client of the config, with its token from Secrets Manager. */
export function cloudBridgeApi(config: SignalpostConfig, observe: Observe, ledger: Ledger): BridgeApi {
  return configuredBridgeApi(config, { secrets: cloudSecrets(), observe, ledger });
}
