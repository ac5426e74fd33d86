import { type BridgeApi, createBridgeApi } from '../bridge-api/index.ts';
import type { SignalpostConfig } from '../config/signalpost-config.ts';
import type { Observe } from '../domain/observation.ts';
import type { Secrets } from './secrets.ts';
import { systemClock, systemRandom } from './system.ts';

/** The API client as the config wants it: in the cloud and on one machine. Each of its calls is told to `observe`. */
export function configuredBridgeApi(
  { api }: SignalpostConfig,
  ports: { readonly secrets: Secrets; readonly observe: Observe },
): BridgeApi {
  return createBridgeApi({
    baseUrl: api.baseUrl,
    arrayParameters: api.arrayParameters,
    token: (options) => ports.secrets.get(api.token.secret, options),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: systemRandom,
    onRequest: ({ operation, attempt }) => ports.observe({ kind: 'upstream-requested', operation, attempt }),
  });
}
