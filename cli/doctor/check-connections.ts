import { createBridgeApi } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
} from '../../shared/destinations/destination-errors.ts';
import { destinationOf } from '../../shared/destinations/destinations.ts';
import { createHttpPost, type HttpPost } from '../../shared/destinations/http-post.ts';
import { prepareProbe, secretNamesOf } from '../../shared/destinations/prepare-request.ts';
import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import { createHttpFetch } from '../../shared/runtime/http-fetch.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import type { SecretPlace } from '../secret-place.ts';
import { findShapeProblem, listDestinations, listSecretUses } from '../secret-uses.ts';
import { suggest } from '../words/suggest.ts';
import { type Check, failed, missing, ok } from './check.ts';
import { checkApi, type KnownColumns } from './check-api.ts';
import { watchClock } from './check-clock.ts';
import { checkColumns } from './check-columns.ts';
import { checkNames, neverRan } from './check-names.ts';

/** A call takes at most 15 s, so no second attempt begins. */
const apiTimeMs = 16_000;

/** The secrets, and then everything that is called with them. */
export function checkConnections(
  config: SignalpostConfig,
  place: SecretPlace,
  visit = neverRan,
  post: HttpPost = createHttpPost(),
): Check[] {
  const secrets = new Map<string, string>();
  const columns: KnownColumns = new Map();
  const { baseUrl, arrayParameters, token } = config.api;
  const clock = watchClock(createHttpFetch(), systemClock.now);
  const ports = {
    // Without the stage's limiter: a check must not wait for it, and reports a 429 itself.
    api: createBridgeApi({
      baseUrl,
      arrayParameters,
      token: async () => secrets.get(token.secret) ?? '',
      fetch: clock.fetch,
      clock: systemClock,
      random: systemRandom,
    }),
    deadline: () => systemClock.now() + apiTimeMs,
  };
  return [
    ...checkSecrets(config, place, secrets),
    { ...checkApi(config, columns, ports, place.fix(token.secret)), needs: [secretCheck(token.secret)] },
    clock.check,
    checkNames(config, columns, visit),
    { ...checkColumns(config, columns, ports, visit), needs: [secretCheck(token.secret)] },
    ...checkDestinations(config, place, secrets, post),
  ];
}

const secretCheck = (name: string): string => `secret ${name}`;

/** One check for each secret: it is set and has the right format. Those that pass are put into `secrets`. */
function checkSecrets(config: SignalpostConfig, place: SecretPlace, secrets: Map<string, string>): Check[] {
  return listSecretUses(config).map((use) => ({
    name: secretCheck(use.name),
    needs: place.flags.stage === undefined ? [] : ['credentials'],
    async run() {
      try {
        const value = await place.read(use);
        const problem = findShapeProblem(use, value, config.local);
        if (problem !== null) return failed(problem, place.fix(use.name));
        secrets.set(use.name, value);
        return ok(`is set and looks like ${use.forms.map(({ name }) => name).join(' and ')}`);
      } catch (error) {
        if (!(error instanceof SecretUnavailableError)) throw error;
        const [found = ''] = error.message.replace(`the secret ${use.name} `, '').split('; ');
        return missing(`${found} (needed by ${use.usedBy.join(', ')})`, place.fix(use.name));
      }
    },
  }));
}

const postTimeMs = 15_000;

/**
 * One harmless request to each: it shows that the destination answers, and readers see nothing. Sent as a delivery is:
 * with the same rules on addresses, and no redirects.
 */
function checkDestinations(
  config: SignalpostConfig,
  { fix, flags }: SecretPlace,
  secrets: ReadonlyMap<string, string>,
  post: HttpPost,
): Check[] {
  return listDestinations(config).map(({ name, to }) => ({
    name,
    needs: secretNamesOf(to).map(secretCheck),
    async run() {
      const destination = destinationOf(to);
      const url = destination.addressOf(to);
      const fixAddress =
        typeof url === 'string'
          ? 'check to.url of the route, and the network'
          : `check the network, or set another address: ${fix(url.secret)}`;
      try {
        const request = { ...prepareProbe(to, secrets), timeoutMs: postTimeMs, permitLocal: config.local };
        const finding = destination.probe.judge(to, await post(request), fix);
        if (finding.state !== 'warning' || !name.startsWith('route ')) return finding;
        const sample = suggest(name.replace('route', 'test'), flags);
        return { ...finding, fix: `${finding.fix}; to send a sample: ${sample}` };
      } catch (error) {
        if (error instanceof DestinationRefusedError) return failed(error.message, fixAddress);
        if (error instanceof DeliveryTransportError)
          return failed(`can't be reached: ${error.message}`, fixAddress);
        throw error;
      }
    },
  }));
}
