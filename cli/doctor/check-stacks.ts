import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import {
  fingerprintConfig,
  keepsState,
  type StackPart,
  stackName,
  stageOutputs,
} from '../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../aws/account.ts';
import { judgeTable, readStack } from '../aws/judge-table.ts';
import { type Check, type Finding, failed, ok } from './check.ts';

/**
 * Checks the stage's stacks in CloudFormation. A stage that is not deployed yet passes: the first deploy comes after
 * the checks.
 */
export function checkStacks(
  stage: string,
  config: SignalpostConfig,
  account: Pick<AccountPorts, 'describeStack'>,
): Check {
  return {
    name: 'stacks',
    needs: ['credentials'],
    async run() {
      const [state, pipeline, monitoring] = await Promise.all([
        readStack(stage, 'state', account),
        readStack(stage, 'pipeline', account),
        readStack(stage, 'monitoring', account),
      ]);
      for (const [part, stack] of Object.entries({ state, pipeline, monitoring })) {
        const trouble = stack && findTrouble(stage, part as StackPart, stack.status);
        if (trouble) return trouble;
      }
      const deploy = `npm run deploy -- --stage ${stage}`;
      if (!pipeline)
        return ok(state ? 'nothing runs; its state is kept for the next deploy' : 'not deployed yet', deploy);
      // Alarms are deployed last: a stage without them looks healthy, and fails silently.
      if (!monitoring) return failed('the alarms are not deployed', deploy);
      const trouble = judgeTable(stage, config, state, pipeline);
      if (trouble !== null) return failed(trouble.found, trouble.fix);
      return pipeline.outputs[stageOutputs.configFingerprint] === fingerprintConfig(config)
        ? ok('deployed, with this config', `signalpost status --stage ${stage}`)
        : ok('deployed, with another config or version than this one', deploy);
    },
  };
}

/** null if the last operation on the stack succeeded. The statuses are CloudFormation's "Stack status codes". */
function findTrouble(stage: string, part: StackPart, status: string): Finding | null {
  if (['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(status)) return null;
  const name = stackName(stage, part);
  const is = `${name} is ${status}`;
  const deploy = `npm run deploy -- --stage ${stage}`;
  if (status.endsWith('_IN_PROGRESS'))
    return failed(`${is}: an operation is in progress`, `wait until it is done, then: ${deploy}`);
  if (status === 'UPDATE_ROLLBACK_COMPLETE' || status === 'IMPORT_ROLLBACK_COMPLETE') {
    const found = `${is}: its last deploy failed and was rolled back; the version before it runs`;
    return failed(found, `${deploy} shows why it fails`);
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') {
    const fix = `aws cloudformation continue-update-rollback --stack-name ${name}`;
    return failed(`${is}: its last deploy could not be rolled back`, fix);
  }
  // Deleted, such a stack would come back with an empty ledger, and everything would be sent again.
  if (part === 'state' && keepsState(stage)) {
    const fix = `aws cloudformation describe-stack-events --stack-name ${name} shows what failed; fix that first`;
    return failed(`${is}: the ledger may be in it, so it must not be deleted`, fix);
  }
  // All of it: recreated alone, a pipeline would keep old alarms, which CDK skips as unchanged.
  return failed(`${is}: it can't be updated`, `npm run destroy -- --stage ${stage}, then: ${deploy}`);
}
