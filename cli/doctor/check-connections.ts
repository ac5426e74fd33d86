import { destinationOf } from '../../message/destinations.ts';
import { prepareProbe, secretNamesOf } from '../../message/prepare-request.ts';
import { DeliveryTransportError, DestinationRefusedError } from '../../message/send/destination-errors.ts';
import { createHttpPost, type HttpPost } from '../../message/send/http-post.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { createHttpFetch } from '../../shared/runtime/http-fetch.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { suggest } from '../../view/words/suggest.ts';
import { openApi } from '../open/call-api.ts';
import type { SecretPlace } from '../open/secret-place.ts';
import { findShapeProblem, listDestinations, listSecretUses, type SecretUse } from '../open/secret-uses.ts';
import { type Check, type CheckResult, check, failed, isWell, missing, ok } from './check.ts';
import { checkApi, type KnownColumns } from './check-api.ts';
import { watchClock } from './check-clock.ts';
import { checkColumns } from './check-columns.ts';
import { checkNames } from './check-names.ts';
import type { VisitLedger } from './check-reading.ts';

const secretCheck = (name: string): string => `secret ${name}`;

const postTimeMs = 15_000;

/** The secrets, and then everything that is called with them. */
export function checkConnections(
  config: SignalpostConfig,
  place: SecretPlace,
  visit: VisitLedger,
  post: HttpPost = createHttpPost(),
): Check[] {
  const secrets = new Map<string, string>();
  const columns: KnownColumns = new Map();
  let isApiWell = false;
  const { secret: token } = config.api.token;
  const clock = watchClock(createHttpFetch(), systemClock.now);
  const ports = openApi(config.api, async () => secrets.get(token) ?? '', clock.fetch);
  const before = place.flags.stage === undefined ? [] : ['credentials'];

  /** A secret is set and has the right format. One that passes is put into `secrets`. */
  async function checkSecret(use: SecretUse): Promise<CheckResult> {
    try {
      const value = await place.read(use);
      const problem = findShapeProblem(use, value, config.local);
      if (problem !== null) return failed(problem, place.fix(use.name));
      secrets.set(use.name, value);
      const looks = `is set and looks like ${use.forms.map(({ name }) => name).join(' and ')}`;
      const isHidden = await place.hides(use.name);
      return ok(isHidden ? `${looks}; the environment's value counts, and .env has another` : looks);
    } catch (error) {
      if (!(error instanceof SecretUnavailableError)) throw error;
      const [found = ''] = error.message.replace(`the secret ${use.name} `, '').split('; ');
      return missing(`${found} (needed by ${use.usedBy.join(', ')})`, place.fix(use.name));
    }
  }

  /**
   * One harmless request: it shows that the destination answers, and readers see nothing. Sent as a delivery is: with the
   * same rules on addresses, and no redirects.
   */
  async function checkDestination(to: DestinationSettings): Promise<CheckResult> {
    const destination = destinationOf(to);
    const url = destination.addressOf(to);
    const fixAddress =
      typeof url === 'string'
        ? 'check to.url of the route, and the network'
        : `check the network, or set another address: ${place.fix(url.secret)}`;
    try {
      const request = { ...prepareProbe(to, secrets), timeoutMs: postTimeMs, permitLocal: config.local };
      return destination.probe.judge(to, await post(request), place.fix);
    } catch (error) {
      if (error instanceof DestinationRefusedError) return failed(error.message, fixAddress);
      if (error instanceof DeliveryTransportError)
        return failed(`can't be reached: ${error.message}`, fixAddress);
      throw error;
    }
  }

  return [
    ...listSecretUses(config).map((use) => check(secretCheck(use.name), before, () => checkSecret(use))),
    check('the API', [secretCheck(token)], async () => {
      const unset = `unset the environment variable ${token}, which hides the line in .env`;
      const answered = await checkApi(
        config,
        columns,
        ports,
        (await place.hides(token)) ? unset : place.fix(token),
      );
      isApiWell = isWell(answered);
      return answered;
    }),
    check('the clock', ['the API'], clock.check),
    check('names', [], () => checkNames(config, columns, visit)),
    check('columns', [secretCheck(token)], async () => {
      // The columns of the other bridges are known where one of several failed.
      if (!isApiWell && columns.size === 0) return { state: 'skipped', found: 'needs the API' };
      return checkColumns(config, columns, ports, visit);
    }),
    ...listDestinations(config).map(({ name, to }) =>
      check(name, secretNamesOf(to).map(secretCheck), async () => {
        const finding = await checkDestination(to);
        if (finding.state !== 'warning' || !name.startsWith('route ')) return finding;
        const sample = suggest(name.replace('route', 'test'), place.flags);
        return { ...finding, fix: `${finding.fix}; to send a sample: ${sample}` };
      }),
    ),
  ];
}
