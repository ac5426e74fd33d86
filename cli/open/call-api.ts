import { type BridgeApi, type BridgeApiOptions, createBridgeApi } from '../../shared/bridge-api/index.ts';
import { createHttpFetch } from '../../shared/runtime/http-fetch.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';

export interface ApiPorts {
  readonly api: Pick<BridgeApi, 'listColumnMetadata' | 'listBuyerSignals' | 'listBridgeRows'>;
  /** Milliseconds since the epoch, for each call: an attempt begins only if it can end before. */
  readonly deadline: () => number;
}

/** A call takes at most 15 s, so no second attempt begins. */
const callMs = 16_000;

/** The API without the stage's limiter: a command must not wait for that, and reports a 429 itself. */
export function openApi(
  settings: Pick<BridgeApiOptions, 'baseUrl' | 'arrayParameters'>,
  token: () => Promise<string>,
  fetch = createHttpFetch(),
): ApiPorts {
  const api = createBridgeApi({ ...settings, token, fetch, clock: systemClock, random: systemRandom });
  return { api, deadline: () => systemClock.now() + callMs };
}
