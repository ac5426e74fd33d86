import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { findStageProblem, findUntold } from '../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../aws/account.ts';
import type { CommonOptions, PlaceFlags } from '../options.ts';
import { findExampleAddress } from '../own-config.ts';
import type { SecretPlace } from '../secret-place.ts';
import { explainRoute } from '../words/explain-route.ts';
import { suggest } from '../words/suggest.ts';
import { tellRecipient } from '../words/tell-recipient.ts';
import { type Check, type Finding, failed, ok, warning } from './check.ts';
import { checkCredentials, checkMail, checkStacks } from './check-account.ts';
import { checkConcurrency } from './check-concurrency.ts';
import { checkConnections } from './check-connections.ts';
import { checkLedger, type LedgerOptions } from './check-ledger.ts';
import { neverRan } from './check-names.ts';

/** The checks of a stage, before its first deploy and after. */
export function listStageChecks(
  options: LedgerOptions,
  config: SignalpostConfig,
  place: SecretPlace,
  account: AccountPorts,
  visit = neverRan,
): Check[] {
  const { stage } = options;
  return [
    ...checkConfig(options, config),
    checkCredentials(account),
    checkStacks(options, config, account),
    checkConcurrency(stage, config, account),
    checkLedger(options, config.ledger?.table, account),
    checkAlarms(config, stage, account),
    ...(config.alarms?.email ? [checkMail(options, config.alarms.email, account)] : []),
    ...checkConnections(config, place, visit),
  ];
}

/** The checks for a run on this machine. */
export function listLocalChecks(
  options: ConfigPlace,
  config: SignalpostConfig,
  place: SecretPlace,
  visit = neverRan,
): Check[] {
  return [...checkConfig(options, config), checkAlarms(config), ...checkConnections(config, place, visit)];
}

type ConfigPlace = PlaceFlags & Pick<CommonOptions, 'config'>;

/** What the config says, and what is valid in it and still can't run there. */
export function checkConfig(options: ConfigPlace, config: SignalpostConfig): Check[] {
  const signals = config.routes.map((route) => ({
    name: `signals for ${route.id}`,
    needs: [],
    run: async () => ok(explainRoute(route, config.routing)),
  }));
  return [{ name: 'config', needs: [], run: async () => judgeConfig(options, config) }, ...signals];
}

function judgeConfig(options: ConfigPlace, config: SignalpostConfig): Finding {
  const { config: file, stage } = options;
  const problem = (stage !== undefined && findStageProblem(stage, config)) || findExampleAddress(config);
  if (problem) return failed(`${file}: ${problem.found}`, problem.fix);
  const next = stage === undefined ? suggest('run --once', options) : undefined;
  return ok(`${file}: ${config.routes.map(({ id }) => id).join(', ')}${tellWatch(config.watch)}`, next);
}

/** Who is told when something fails. A mail is sent by AWS alone. */
function checkAlarms(config: SignalpostConfig, stage?: string, account?: AccountPorts): Check {
  return {
    name: 'alarms',
    needs: stage === undefined ? [] : ['credentials'],
    async run() {
      const deployed = stage === undefined ? null : await account?.readManifest(stage);
      const untold = stage && findUntold(stage, config, deployed?.alarmTopic);
      if (untold) return failed(untold.found, untold.fix);
      const recipient = tellRecipient(config, stage === undefined ? null : (deployed ?? {}));
      const { to, email } = config.alarms ?? {};
      const next = stage && to && email ? `, and if that fails to ${email}` : '';
      if (recipient !== null) return ok(`go to ${recipient}${next}`);
      if (config.tellsNobody) return ok('nobody is told, as "alarms": "none" says');
      const fix = 'add "alarms": {"to": …} to the config (docs/configuration.md), or write "alarms": "none"';
      return warning('nobody is told when something fails', fix);
    },
  };
}

/** Many people take `watch.bridges` for a filter of signals, which it is not. */
function tellWatch({ bridges, only }: SignalpostConfig['watch']): string {
  if (bridges.length === 0) return '';
  const watched = counted(bridges.length, 'bridge');
  if (only !== undefined) return `; only signals of the ${watched} in watch.bridges are sent`;
  return (
    `; every buyer in the rows of ${watched} is watched, and its signals of other bridges are sent too. To send ` +
    'signals of these bridges alone, add "only": "these bridges" to watch'
  );
}
