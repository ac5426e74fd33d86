import { type BridgeApi, createBridgeApi } from '../bridge-api/index.ts';
import type { SignalpostConfig } from '../config/signalpost-config.ts';
import { isoTime } from '../domain/clock.ts';
import type { Observe } from '../domain/observation.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Secrets } from './secrets.ts';
import { systemClock, systemRandom } from './system.ts';
import { createUpstreamGate } from './upstream-gate.ts';

/** The API client as the config wants it: in the cloud and on one machine. Each of its calls is told to `observe`. */
export function configuredBridgeApi(
  { api }: SignalpostConfig,
  ports: { readonly secrets: Secrets; readonly observe: Observe; readonly ledger: Ledger },
): BridgeApi {
  const { observe, ledger } = ports;
  return createBridgeApi({
    baseUrl: api.baseUrl,
    arrayParameters: api.arrayParameters,
    token: (options) => ports.secrets.get(api.token.secret, options),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: systemRandom,
    gate: createUpstreamGate({
      clock: systemClock,
      ledger,
      onPause: (reason, until) => observe({ kind: 'upstream-paused', reason, until: isoTime(until) }),
      onThrottle: () => observe({ kind: 'upstream-throttled' }),
    }),
    onRequest: ({ operation, attempt }) => observe({ kind: 'upstream-requested', operation, attempt }),
  });
}
