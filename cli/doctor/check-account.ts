import { fingerprintConfig } from '../../shared/config/check-stage.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { keepsState, type StackPart, stackName } from '../../shared/runtime/stage-names.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { AccountPorts } from '../aws/account.ts';
import { judgeTable } from '../aws/judge-table.ts';
import { describeAccount } from '../aws/place.ts';
import { unless } from '../aws/unless.ts';
import type { StageOptions } from '../input/options.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

/** The account and region that the credentials lead to. */
export async function checkCredentials(account: Pick<AccountPorts, 'identify'>): Promise<CheckResult> {
  const { place, arn } = await account.identify();
  return ok(`${describeAccount(place)}, as ${withoutSession(arn)}`);
}

/** The name of a session is often an email address, so it is not shown. */
function withoutSession(arn: string): string {
  return arn.replace(/^(arn:[^:]*:sts::\d*:assumed-role\/[^/]+)\/.*$/, '$1');
}

/**
 * Checks the stage's stacks in CloudFormation, if it has its own app, and what is deployed. A stage that is not deployed
 * yet passes: the first deploy comes after the checks.
 */
export async function checkStacks(
  options: StageOptions,
  config: SignalpostConfig,
  account: Pick<AccountPorts, 'describeStack' | 'readManifest'>,
): Promise<CheckResult> {
  const { stage } = options;
  const manifest = await account.readManifest(stage);
  const reading = Promise.all([
    account.describeStack(stage, 'state'),
    account.describeStack(stage, 'running'),
  ]);
  // A role that only operates a stage, by the construct's `grantOperate`, may not see stacks.
  const stacks = await unless(manifest ? ['AccessDenied'] : [], reading);
  const isThis = manifest?.configFingerprint === fingerprintConfig(config);
  const withConfig = isThis ? 'with this config' : 'with another config or version than this one';
  if (stacks === null)
    return warning(
      `deployed, ${withConfig}; whether its last deploy succeeded is unknown`,
      'allow cloudformation:DescribeStacks to see it here',
    );
  const [state, running] = stacks;
  const broken =
    (state && findTrouble(options, 'state', state.status)) ??
    (running && findTrouble(options, 'running', running.status));
  if (broken) return broken;
  const deploy = suggest('deploy', options);
  if (!manifest)
    return ok(state ? 'nothing runs; its state is kept for the next deploy' : 'not deployed yet', deploy);
  const trouble = running && judgeTable(stage, config, state, manifest);
  if (trouble) return failed(trouble.found, trouble.fix);
  const found = `deployed${running ? '' : ' by another CDK app'}, ${withConfig}`;
  return ok(found, isThis ? suggest('status', options) : running ? deploy : undefined);
}

/** The finding about a stack whose last operation did not succeed; null for others. The statuses are CloudFormation's "Stack status codes". */
function findTrouble(options: StageOptions, part: StackPart, status: string): CheckResult | null {
  if (['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(status)) return null;
  const { stage } = options;
  const name = stackName(stage, part);
  const is = `${name} is ${status}`;
  const deploy = suggest('deploy', options);
  if (status.endsWith('_IN_PROGRESS'))
    return failed(`${is}: an operation is in progress`, `wait until it is done, then: ${deploy}`);
  if (status === 'UPDATE_ROLLBACK_COMPLETE' || status === 'IMPORT_ROLLBACK_COMPLETE') {
    const found = `${is}: its last deploy failed and was rolled back; the version before it runs`;
    return failed(found, `${deploy} shows why it fails`);
  }
  // Deleted, such a stack would come back with an empty ledger, and everything would be sent again.
  if (part === 'state' && keepsState(stage)) {
    const fix = `aws cloudformation describe-stack-events --stack-name ${name} shows what failed; fix that first`;
    const found = `${is}: the ledger may be in it, so it must not be deleted, unless its first creation failed`;
    return failed(found, fix);
  }
  return failed(`${is}: it can't be updated`, `${suggest('destroy', options)}, then: ${deploy}`);
}

/** An address that did not confirm gets no alarm, and CloudFormation does not report it. */
export async function checkMail(
  options: StageOptions,
  address: string,
  account: AccountPorts,
): Promise<CheckResult> {
  const manifest = await account.readManifest(options.stage);
  if (manifest === null) return ok('nothing is deployed yet');
  const topic = manifest.mailTopic;
  if (topic === undefined)
    return warning(`the deployed alarms do not mail ${address}`, suggest('deploy', options));
  if (await account.isMailConfirmed(topic, address)) return ok(`${address} has confirmed`);
  return failed(
    `${address} has not confirmed and gets no alarm; the link in AWS's mail is valid for 48 hours`,
    `follow the link in AWS's mail; to get a new mail: aws sns subscribe --topic-arn ${topic} ` +
      `--protocol email --notification-endpoint ${address}`,
  );
}
