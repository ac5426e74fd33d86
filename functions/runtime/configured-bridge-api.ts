import { type BridgeApi, createBridgeApi, type Fetch } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Random } from '../../shared/domain/clock.ts';
import { createHttpFetch } from '../../shared/runtime/http-fetch.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { createUpstreamGate, type UpstreamGatePorts } from './upstream-gate.ts';

export interface BridgeApiPorts extends Pick<UpstreamGatePorts, 'observe' | 'ledger' | 'clock'> {
  readonly secrets: Secrets;
  readonly random: Random;
  /** @default over `node:http` */
  readonly fetch?: Fetch;
}

/** `eventApi` takes no more than the share of events. Each call is observed. */
export function configuredBridgeApis({ api }: SignalpostConfig, ports: BridgeApiPorts) {
  const { secrets, observe, ledger, clock, random, fetch = createHttpFetch() } = ports;
  const create = (forEvents: boolean): BridgeApi =>
    createBridgeApi({
      baseUrl: api.baseUrl,
      arrayParameters: api.arrayParameters,
      token: (options) => secrets.get(api.token.secret, options),
      fetch: (url, init) => {
        observe({ kind: 'upstream-requested' });
        return fetch(url, init);
      },
      clock,
      random,
      gate: createUpstreamGate({ clock, ledger, observe, forEvents, callsPerSecond: api.callsPerSecond }),
    });
  return { api: create(false), eventApi: create(true) };
}
