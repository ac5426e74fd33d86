import { createBridgeApi } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { HttpPost } from '../../shared/destinations/http-post.ts';
import { createHttpFetch } from '../../shared/runtime/http-fetch.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import type { AccountPorts } from '../aws/account.ts';
import { listDestinations, listSecretUses } from '../secrets/secret-uses.ts';
import type { StageSecrets } from '../secrets/stage-secrets.ts';
import { explainRoute } from '../words/explain-route/explain-route.ts';
import { checkBootstrap, checkCredentials, checkRegion } from './account/check-account.ts';
import { checkConcurrency } from './account/check-concurrency.ts';
import { checkGrants, type GrantsPorts } from './account/check-grants.ts';
import { checkMail } from './account/check-mail.ts';
import { checkStacks } from './account/check-stacks.ts';
import { type Check, ok } from './check.ts';
import { checkApi } from './check-api.ts';
import { checkColumns, namesColumns } from './check-columns.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDestinations } from './check-destinations.ts';
import { checkLocalSecrets, checkStageSecrets, type KnownSecrets } from './check-secrets.ts';
import { checkStateDirectory } from './check-state-directory.ts';
import { checkVanished, type NeedsPorts } from './check-vanished.ts';
import { checkConfigFits } from './config/check-config.ts';
import { checkWatch } from './config/check-watch.ts';
import type { KnownColumns } from './look-at-columns.ts';
import { directoryPorts } from './state-directory.ts';

interface Subject {
  readonly config: SignalpostConfig;
  /** The path as given. */
  readonly configFile: string;
  readonly post: HttpPost;
}

export interface StagePorts extends Pick<NeedsPorts, 'readNeeds'>, Pick<GrantsPorts, 'probeGrants'> {
  readonly account: AccountPorts;
  readonly secrets: StageSecrets;
}

/** The checks of a stage, before its first deploy and after. */
export function listStageChecks(
  { config, configFile, post }: Subject,
  stage: string,
  ports: StagePorts,
): Check[] {
  const known: KnownSecrets = new Map();
  const options = { uses: listSecretUses(config), permitLocal: config.local, known };
  const fixSecret = (name: string) => `signalpost secrets set ${name} --stage ${stage}`;
  const { account, secrets, readNeeds, probeGrants } = ports;
  return [
    checkConfigFits(configFile, config, stage),
    ...routeChecks(config),
    checkRegion(account),
    checkCredentials(account),
    checkBootstrap(account),
    checkConcurrency(config, account),
    checkStacks(stage, config, account),
    checkGrants(stage, { probeGrants, explain: account.explain }),
    ...(config.alarms?.email ? [checkMail(stage, config.alarms.email, account)] : []),
    checkVanished(['credentials'], { readNeeds, explain: account.explain }),
    checkDeliveries(['credentials'], { readNeeds, explain: account.explain }),
    ...checkStageSecrets(stage, { secrets, explain: account.explain }, options),
    ...apiChecks(config, known, fixSecret),
    ...checkDestinations(listDestinations(config), { post, known, permitLocal: config.local, fixSecret }),
  ];
}

/** The checks for a run on this machine. */
export function listLocalChecks(
  { config, configFile, post }: Subject,
  stateDirectory: string,
  { secrets, readNeeds }: { readonly secrets: Secrets } & Pick<NeedsPorts, 'readNeeds'>,
): Check[] {
  const known: KnownSecrets = new Map();
  const options = { uses: listSecretUses(config), permitLocal: config.local, known };
  const fixSecret = (name: string) => `write the line ${name}=… into .env`;
  return [
    checkConfigFits(configFile, config, null),
    ...routeChecks(config),
    checkStateDirectory(stateDirectory, directoryPorts),
    checkVanished(['state'], { readNeeds, explain: () => null }),
    checkDeliveries(['state'], { readNeeds, explain: () => null }),
    ...checkLocalSecrets(secrets, options),
    ...apiChecks(config, known, fixSecret),
    ...checkDestinations(listDestinations(config), { post, known, permitLocal: config.local, fixSecret }),
  ];
}

/** What the config asks for, in sentences. */
function routeChecks({ watch, routes, routing }: SignalpostConfig): Check[] {
  const explained = routes.map((route): Check => {
    const sentence = explainRoute(route, routing);
    return { name: `signals for ${route.id}`, needs: [], run: async () => ok(sentence) };
  });
  return [...(watch.bridges.length > 0 ? [checkWatch(watch)] : []), ...explained];
}

/** A call takes at most 15 s, so no second attempt begins. */
const apiTimeMs = 16_000;

function apiChecks(
  config: SignalpostConfig,
  known: KnownSecrets,
  fixSecret: (name: string) => string,
): Check[] {
  const { api } = config;
  const token = async () => known.get(api.token.secret) ?? '';
  const ports = {
    // Without the stage's limiter: a check must not wait for it, and reports a 429 itself.
    openApi: () =>
      createBridgeApi({
        baseUrl: api.baseUrl,
        arrayParameters: api.arrayParameters,
        token,
        fetch: createHttpFetch(),
        clock: systemClock,
        random: systemRandom,
      }),
    deadline: () => systemClock.now() + apiTimeMs,
  };
  const columns: KnownColumns = new Map();
  return [
    checkApi(config, columns, ports, fixSecret(api.token.secret)),
    ...(namesColumns(config) ? [checkColumns(config, columns, ports)] : []),
  ];
}
