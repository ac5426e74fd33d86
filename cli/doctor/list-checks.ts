import { findStageProblem, findUntold } from '../../shared/config/check-stage.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { RouteMatch } from '../../shared/domain/routes/match.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { describeRecipient } from '../../view/words/describe-recipient.ts';
import { explainRoute } from '../../view/words/explain-route.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { AccountPorts } from '../aws/account.ts';
import type { PlaceOptions } from '../input/options.ts';
import { findExampleAddress } from '../open/own-config.ts';
import type { SecretPlace } from '../open/secret-place.ts';
import { type Check, type CheckResult, check, failed, ok, warning } from './check.ts';
import { checkCredentials, checkMail, checkStacks } from './check-account.ts';
import { checkConcurrency } from './check-concurrency.ts';
import { checkConnections } from './check-connections.ts';
import { checkLedger, type LedgerOptions } from './check-ledger.ts';
import { checkOwners } from './check-owners.ts';
import { checkReading, checkRoutes, type VisitLedger } from './check-reading.ts';

/** The flags of `doctor`. */
export type DoctorOptions = PlaceOptions & Pick<LedgerOptions, 'takeLedgerFrom'>;

/** The checks for a run on this machine, or those of a stage, before its first deploy and after. `account`: the stage's. */
export function listChecks(
  options: DoctorOptions,
  config: SignalpostConfig,
  place: SecretPlace,
  account: AccountPorts | null,
  visit: VisitLedger,
): Check[] {
  const { stage } = options;
  return [
    check('config', [], async () => checkConfigFile(options, config)),
    ...withoutOwners(config).map((route) =>
      check(`signals for ${route.id}`, [], async () => checkSignals(route, config)),
    ),
    ...(account === null || stage === undefined
      ? [check('alarms', [], async () => checkAlarms(config, null))]
      : listStageChecks({ ...options, stage }, config, account)),
    ...checkConnections(config, place, visit),
    ...(config.routes.some(({ owner }) => owner)
      ? [check('owners', [], () => checkOwners(options, config, visit))]
      : []),
    check('routes', account === null ? [] : ['stacks'], () => checkRoutes(options, config.routes, visit)),
    check('reading', account === null ? [] : ['stacks'], () => checkReading(options, config, visit)),
  ];
}

function listStageChecks(options: LedgerOptions, config: SignalpostConfig, account: AccountPorts): Check[] {
  const { stage } = options;
  const { email } = config.alarms ?? {};
  return [
    check('credentials', [], () => checkCredentials(account)),
    check('stacks', ['credentials'], () => checkStacks(options, config, account)),
    check('concurrency', ['credentials'], () => checkConcurrency(stage, config, account)),
    check('ledger', ['credentials'], () => checkLedger(options, config.ledger?.table, account)),
    check('alarms', ['credentials'], async () => {
      const { alarmTopic } = (await account.readManifest(stage)) ?? {};
      return checkAlarms(config, stage, alarmTopic);
    }),
    ...(email ? [check('mail of alarms', ['stacks'], () => checkMail(options, email, account))] : []),
  ];
}

/** A config can be valid and still not run there. */
export function checkConfigFile(options: DoctorOptions, config: SignalpostConfig): CheckResult {
  const { config: file, stage } = options;
  const problem = (stage !== undefined && findStageProblem(stage, config)) || findExampleAddress(config);
  if (problem) return failed(`${file}: ${problem.found}`, problem.fix);
  const next = stage === undefined ? suggest('run --once', options) : undefined;
  return ok(
    `${file}: ${withoutOwners(config)
      .map(({ id }) => id)
      .join(', ')}${describeWatch(config.watch)}`,
    next,
  );
}

/** The routes, without those of single owners: there may be hundreds. The rest of their set stands for them. */
function withoutOwners({ routes }: SignalpostConfig): Route[] {
  return routes.filter(({ owner }) => !owner?.is);
}

/** A route that can never be sent anything is no error: a rule may be taken out for a while. */
export function checkSignals(route: Route, config: SignalpostConfig): CheckResult {
  const { topByHotness, columns } = config.hot;
  if (topByHotness > 0 || columns.length > 0 || !takesHotOnly(route.match))
    return ok(formatRoute(route, config));
  const fix =
    'add "hot": {"topByHotness": 3} to the config (docs/configuration.md), or leave hot out of its match';
  return warning(`nothing is sent: ${route.id} takes hot signals only, and no rule says which are hot`, fix);
}

function takesHotOnly({ hot, any }: RouteMatch): boolean {
  return hot === true || any?.every(takesHotOnly) === true;
}

function formatRoute(route: Route, { routes, routing }: SignalpostConfig): string {
  const told = explainRoute(route, routing);
  if (route.owner === undefined) return told;
  const owners = routes.filter(({ owner }) => owner?.set === route.id && owner.is).length;
  return `${told} Those of ${counted(owners, 'owner')} go to each directly.`;
}

/** AWS alone sends mails. `stage`: null for this machine. */
function checkAlarms(config: SignalpostConfig, stage: string | null, alarmTopic?: string): CheckResult {
  const untold = stage && findUntold(stage, config, alarmTopic);
  if (untold) return failed(untold.found, untold.fix);
  const recipient = describeRecipient(config, stage === null ? null : { alarmTopic });
  const { to, email } = config.alarms ?? {};
  const next = stage && to && email ? `, and if that fails to ${email}` : '';
  if (recipient !== null) return ok(`go to ${recipient}${next}`);
  if (config.tellsNobody) return ok('nobody is told, as "alarms": "none" says');
  const fix = 'add "alarms": {"to": …} to the config (docs/configuration.md), or write "alarms": "none"';
  return warning('nobody is told when something fails', fix);
}

/** Many people take `watch.bridges` for a filter of signals, which it is not. */
function describeWatch({ bridges, only }: SignalpostConfig['watch']): string {
  if (bridges.length === 0) return '';
  const watched = counted(bridges.length, 'bridge');
  if (only !== undefined) return `; only signals of the ${watched} in watch.bridges are sent`;
  return (
    `; every buyer in the rows of ${watched} is watched, and its signals of other bridges are sent too. To send ` +
    'signals of these bridges alone, add "only": "these bridges" to watch'
  );
}
