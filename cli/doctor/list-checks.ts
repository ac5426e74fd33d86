import { createBridgeApi } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../shared/destinations/http-post.ts';
import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import { createHttpFetch } from '../../shared/runtime/http-fetch.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import type { AccountPorts } from '../aws/account.ts';
import type { StageSecrets } from '../aws/stage-secrets.ts';
import { listDestinations, listSecretUses, type SecretUse } from '../secret-uses.ts';
import { explainRoute } from '../words/explain-route.ts';
import { type Check, type Finding, failed, missing, ok } from './check.ts';
import { checkCredentials, checkLedger, checkMail } from './check-account.ts';
import { checkApi } from './check-api.ts';
import { checkColumns, type KnownColumns } from './check-columns.ts';
import { checkConfigFits } from './check-config.ts';
import { checkDestinations } from './check-destinations.ts';
import { checkSecretUses, type KnownSecrets } from './check-secrets.ts';
import { checkStacks } from './check-stacks.ts';

/** The checks of a stage, before its first deploy and after. */
export function listStageChecks(
  stage: string,
  config: SignalpostConfig,
  configFile: string,
  { account, secrets }: { readonly account: AccountPorts; readonly secrets: StageSecrets },
): Check[] {
  const fixSecret = (name: string) => `signalpost secrets set ${name} --stage ${stage}`;
  return [
    checkConfigFits(configFile, config, stage),
    ...explainRoutes(config),
    checkCredentials(account),
    checkStacks(stage, config, account),
    ...(config.ledger ? [checkLedger(stage, config.ledger.table, account)] : []),
    ...(config.alarms?.email ? [checkMail(stage, config.alarms.email, account)] : []),
    ...checkConnections(config, {
      needs: ['credentials'],
      read: (use) => readStored(use, secrets, fixSecret(use.name)),
      fixSecret,
    }),
  ];
}

/** The checks for a run on this machine. */
export function listLocalChecks(config: SignalpostConfig, configFile: string, secrets: Secrets): Check[] {
  const fixSecret = (name: string) => `write the line ${name}=… into .env, or set the environment variable`;
  return [
    checkConfigFits(configFile, config, null),
    ...explainRoutes(config),
    ...checkConnections(config, {
      needs: [],
      read: (use) => readLocal(use, secrets, fixSecret(use.name)),
      fixSecret,
    }),
  ];
}

export async function readStored(
  use: SecretUse,
  secrets: StageSecrets,
  fix: string,
): Promise<string | Finding> {
  const { state } = await secrets.describe(use.name);
  if (state === 'missing') return missing(`is not in Secrets Manager (${tellUsers(use)})`, fix);
  if (state === 'marked-for-deletion') return failed('is marked for deletion', fix);
  return (await secrets.read(use.name)) ?? missing('has no text value', fix);
}

export async function readLocal(use: SecretUse, secrets: Secrets, fix: string): Promise<string | Finding> {
  try {
    return await secrets.get(use.name);
  } catch (error) {
    if (!(error instanceof SecretUnavailableError)) throw error;
    return missing(`is neither in the environment nor in .env (${tellUsers(use)})`, fix);
  }
}

function tellUsers({ usedBy }: SecretUse): string {
  return `needed by ${usedBy.join(', ')}`;
}

function explainRoutes({ routes, routing }: SignalpostConfig): Check[] {
  return routes.map((route) => {
    const sentence = explainRoute(route, routing);
    return { name: `signals for ${route.id}`, needs: [], run: async () => ok(sentence) };
  });
}

/** A call takes at most 15 s, so no second attempt begins. */
const apiTimeMs = 16_000;

/** The secrets, and then everything that is called with them. */
function checkConnections(
  config: SignalpostConfig,
  place: {
    readonly needs: readonly string[];
    readonly read: (use: SecretUse) => Promise<string | Finding>;
    readonly fixSecret: (name: string) => string;
  },
): Check[] {
  const { api, local: permitLocal } = config;
  const known: KnownSecrets = new Map();
  const columns: KnownColumns = new Map();
  const ports = {
    // Without the stage's limiter: a check must not wait for it, and reports a 429 itself.
    openApi: () =>
      createBridgeApi({
        baseUrl: api.baseUrl,
        arrayParameters: api.arrayParameters,
        token: async () => known.get(api.token.secret) ?? '',
        fetch: createHttpFetch(),
        clock: systemClock,
        random: systemRandom,
      }),
    deadline: () => systemClock.now() + apiTimeMs,
  };
  const { fixSecret } = place;
  return [
    ...checkSecretUses({ ...place, uses: listSecretUses(config), permitLocal, known }),
    checkApi(config, columns, ports, fixSecret(api.token.secret)),
    ...checkColumns(config, columns, ports),
    ...checkDestinations(listDestinations(config), { post: createHttpPost(), known, permitLocal, fixSecret }),
  ];
}
