import type { Command } from 'commander';
import { checkStageTakes } from '../../shared/config/check-stage.ts';
import { loadConfig } from '../../shared/config/load.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { restOf } from '../../shared/domain/routes/route-view.ts';
import type { PendingOfRoute } from '../../shared/ledger/pending/pending.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { describeVanished, fixVanished } from '../../view/health/route-needs.ts';
import { listInboundAddresses } from '../../view/words/list-addresses.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { AccountPorts } from '../aws/account.ts';
import { deployArguments, diffArguments, runCdk } from '../aws/cdk.ts';
import { fixGone, judgeTable } from '../aws/judge-table.ts';
import { describeAccount, loadAccount } from '../aws/place.ts';
import { unless } from '../aws/unless.ts';
import { checkConcurrency } from '../doctor/check-concurrency.ts';
import { addStageOptions, print, type StageOptions } from '../input/options.ts';
import { loadOwnConfig } from '../open/own-config.ts';

interface DeployOptions extends StageOptions {
  readonly yes?: boolean;
  readonly keepPending?: boolean;
}

export function addCommands(program: Command): void {
  addStageOptions(program.command('deploy'))
    .description("deploy a stage, or update it, with the project's own CDK")
    .option('--yes', 'skip all questions')
    .option('--keep-pending', 'deploy even if removed routes have a backlog')
    .action(deploy);
  addStageOptions(program.command('diff'))
    .description('show the changes that a deploy would make')
    .option('--read-only', "compare templates only, with the permissions of CDK's lookup role")
    .action(diff);
}

async function deploy(options: DeployOptions): Promise<void> {
  const { stage, json } = options;
  const config = await loadOwnConfig(options);
  checkStageTakes(stage, config);
  const mayAsk = mayCdkAsk(options);
  const account = await loadAccount();
  const { place } = await account.identify();
  console.error(`Deploying ${stage} to ${describeAccount(place)}.`);
  const table = await findTable(stage, config, account);
  const room = await checkConcurrency(stage, config, account);
  if (room.state === 'failed')
    throw new ConfigurationError([`${room.found}; nothing was deployed; ${room.fix}`]);
  if (room.state === 'warning') console.error(`Warning: ${room.found}; ${room.fix}.`);
  const vanished = table === null ? [] : await readVanished(table, options, config, account);
  const kept = checkVanished(options, vanished, config.routes);
  if (!json) for (const line of kept) console.log(line);
  await runCdk(deployArguments(mayAsk), account, place, options);
  const next = describeDeployed(
    options,
    config,
    config.inbound && (await account.readManifest(stage))?.doorUrl,
  );
  print(options, { stage, ...place, kept, next }, next);
}

/** CDK may ask questions at a terminal. Throws `ConfigurationError` without a terminal, --yes and a pipeline. */
function mayCdkAsk({ yes = false }: DeployOptions): boolean {
  if (yes || process.env.CI) return false;
  if (process.stdin.isTTY) return true;
  throw new ConfigurationError([
    '--yes: found neither this flag nor a terminal to ask at; add --yes to deploy without questions',
  ]);
}

/**
 * The table that the functions use after the deploy; null before the first. Throws `ConfigurationError` for a deploy
 * that would create a second ledger, or leave the one that the functions use.
 */
export async function findTable(
  stage: string,
  config: Pick<SignalpostConfig, 'ledger'>,
  account: Pick<AccountPorts, 'describeStack' | 'readManifest'>,
): Promise<string | null> {
  const [state, running, manifest] = await Promise.all([
    account.describeStack(stage, 'state'),
    account.describeStack(stage, 'running'),
    account.readManifest(stage),
  ]);
  if (manifest && !running)
    throw new ConfigurationError([
      `--stage: ${stage} was deployed here by another CDK app; nothing was deployed; deploy it with that app, or choose another name`,
    ]);
  const trouble = judgeTable(stage, config, state, manifest);
  if (trouble)
    throw new ConfigurationError([`ledger: ${trouble.found}; nothing was deployed; ${trouble.fix}`]);
  return config.ledger?.table ?? state?.table ?? null;
}

/** The backlogs of routes that the config no longer has. Throws `ConfigurationError` if there is no such table. */
async function readVanished(
  table: string,
  options: StageOptions,
  { routes, ledger }: SignalpostConfig,
  { openLedger }: AccountPorts,
) {
  const kept = routes.map(({ id }) => id);
  const finding = openLedger(table).pending.findVanished(kept, systemClock.now());
  const found = await unless(['ResourceNotFoundException'], finding);
  if (found !== null) return found;
  throw new ConfigurationError([
    `ledger: this account and region have no table ${table}, or it is still being restored; nothing was deployed; ` +
      fixGone(options, ledger?.table),
  ]);
}

/**
 * A line for each backlog that a deploy keeps although its route was removed. Throws `ConfigurationError` without
 * `--keep-pending`: nobody would send it.
 */
export function checkVanished(
  options: DeployOptions,
  vanished: readonly PendingOfRoute[],
  routes: readonly Route[],
): string[] {
  const found = vanished.map((pending) => `route ${pending.routeId}: ${describeVanished(pending)}`);
  if (found.length === 0 || options.keepPending) return found.map((text) => `Kept: ${text}.`);
  throw new ConfigurationError([
    ...vanished.map(({ routeId }, index) => {
      const rest = restOf(routes, { routeId, state: 'ENABLED', reason: null })?.id ?? null;
      const first = rest === null ? '' : 'add --keep-pending, and after the deploy ';
      return `${found[index]}: ${first}${fixVanished(routeId, rest, options)}`;
    }),
    'nothing was deployed; to deploy and keep the backlog, add --keep-pending',
  ]);
}

export function describeDeployed(
  options: StageOptions,
  config: SignalpostConfig,
  doorUrl?: string,
): string[] {
  const { watch, alarms, inbound } = config;
  const mail = alarms?.email;
  const lines = [
    `Stage ${options.stage} is deployed, and polls within ${watch.every} if its secrets are set: ${suggest('doctor', options)} shows whether they are. Its routes: ${suggest('status', options)}`,
    mail &&
      `Alarms reach ${mail} once its reader has followed the link in AWS's mail: ${suggest('doctor', options)} shows it`,
    ...listInboundAddresses(inbound, doorUrl).map(({ part, url }) =>
      part === 'events'
        ? `Send events to ${url}: docs/events-in.md says how`
        : `Slack sends clicks to ${url}: write it into the Slack app, as docs/slack-buttons.md says`,
    ),
  ];
  return lines.filter((line) => line !== undefined);
}

async function diff(options: StageOptions & { readonly readOnly?: boolean }): Promise<void> {
  const { stage, json, readOnly = false } = options;
  await loadConfig(options.config);
  const account = await loadAccount();
  const { place } = await account.identify();
  // Everyone who sees a pull request can read its checks, so they don't show the account.
  console.error(`Comparing ${stage} in ${readOnly ? `region ${place.region}` : describeAccount(place)}.`);
  const differing = await runCdk(diffArguments(readOnly), account, place, options);
  if (json) console.log(JSON.stringify({ stage, region: place.region, differing }));
}
