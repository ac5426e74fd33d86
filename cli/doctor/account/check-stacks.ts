import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { fingerprintConfig } from '../../../shared/runtime/config-fingerprint.ts';
import {
  keepsState,
  protectsState,
  type StackPart,
  stackName,
  stageOutputs,
} from '../../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../../aws/account.ts';
import { isEmptyShell } from '../../aws/describe-stack.ts';
import { judgeTables, tablesFix } from '../../stage/judge-tables.ts';
import { type Check, type Finding, failed, ok } from '../check.ts';
import { explained } from '../explained.ts';

const parts: readonly StackPart[] = ['state', 'pipeline', 'monitoring'];

/**
 * Checks the stage's stacks in CloudFormation. A stage that is not deployed yet passes: the first deploy comes after
 * the checks.
 */
export function checkStacks(
  stage: string,
  config: SignalpostConfig,
  { describeStack, explain }: AccountPorts,
): Check {
  return {
    name: 'stacks',
    needs: ['credentials'],
    run: () =>
      explained(explain, async () => {
        const found = await Promise.all(
          parts.map(async (part) => {
            const stack = await describeStack(stackName(stage, part));
            return { part, stack: stack && !isEmptyShell(stack) ? stack : null };
          }),
        );
        for (const { part, stack } of found) {
          const trouble = stack && findTrouble(stage, part, stack.status);
          if (trouble) return trouble;
        }
        const deploy = `npm run deploy -- --stage ${stage}`;
        const pipeline = found.find(({ part }) => part === 'pipeline')?.stack;
        if (!pipeline) {
          const state = found.find(({ part }) => part === 'state')?.stack;
          return ok(
            state ? 'nothing runs; its state is kept for the next deploy' : 'not deployed yet',
            deploy,
          );
        }
        // Alarms are deployed last: a stage without them looks healthy, and fails silently.
        if (!found.find(({ part }) => part === 'monitoring')?.stack) {
          return failed('the alarms are not deployed', deploy);
        }
        const state = found.find(({ part }) => part === 'state')?.stack;
        const trouble = judgeTables(stage, state?.outputs ?? null, pipeline.outputs);
        if (trouble !== null) return failed(trouble, tablesFix);
        const deployed = pipeline.outputs[stageOutputs.configFingerprint];
        if (deployed === fingerprintConfig(config)) {
          return ok('deployed, with this config', `signalpost status --stage ${stage}`);
        }
        return ok('deployed, with another config or version than this one', deploy);
      }),
  };
}

/** null if the last operation on the stack succeeded. The statuses are CloudFormation's "Stack status codes". */
function findTrouble(stage: string, part: StackPart, status: string): Finding | null {
  const name = stackName(stage, part);
  const again = `npm run deploy -- --stage ${stage}`;
  if (status.endsWith('_IN_PROGRESS')) {
    return failed(
      `${name} is ${status}: an operation is in progress`,
      `wait until it is done, then: ${again}`,
    );
  }
  switch (status) {
    case 'CREATE_COMPLETE':
    case 'UPDATE_COMPLETE':
    case 'IMPORT_COMPLETE':
      return null;
    case 'UPDATE_ROLLBACK_COMPLETE':
    case 'IMPORT_ROLLBACK_COMPLETE':
      return failed(
        `${name} is ${status}: its last deploy failed and was rolled back; the version before it runs`,
        `${again} shows why it fails`,
      );
    case 'UPDATE_ROLLBACK_FAILED':
      return failed(
        `${name} is ${status}: its last deploy could not be rolled back`,
        `aws cloudformation continue-update-rollback --stack-name ${name}`,
      );
    default:
      return isFirstCreation(status) && part !== 'pipeline'
        ? tellFirstCreation(stage, part, status)
        : tellBroken(stage, part, status);
  }
}

function isFirstCreation(status: string): boolean {
  return ['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'].includes(status);
}

/** CDK deletes the rest of such a stack and creates it again, if it may. */
function tellFirstCreation(stage: string, part: StackPart, status: string): Finding {
  const name = stackName(stage, part);
  const steps = [`npm run deploy -- --stage ${stage}`];
  // CDK rolls this one back first, and protects it again before it deletes it.
  if (status === 'CREATE_FAILED') steps.unshift(`aws cloudformation delete-stack --stack-name ${name}`);
  if (part === 'state' && protectsState(stage)) {
    steps.unshift(
      `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`,
    );
  }
  return failed(
    `${name} is ${status}: its first creation failed, so it never held anything`,
    steps.join(', then: '),
  );
}

function tellBroken(stage: string, part: StackPart, status: string): Finding {
  const name = stackName(stage, part);
  // Deleted, such a stack would come back with an empty ledger, and everything would be sent again.
  if (part === 'state' && keepsState(stage)) {
    return failed(
      `${name} is ${status}: the ledger is in it, so it must not be deleted`,
      `aws cloudformation describe-stack-events --stack-name ${name} shows what failed; fix that first`,
    );
  }
  // Recreated alone, a pipeline would keep an old monitoring stack: CDK skips it, because its template is unchanged.
  const why =
    part === 'state' ? '' : ', and recreated alone it would lose its alarms, which watch the old names';
  return failed(
    `${name} is ${status}: it can't be updated${why}`,
    `npm run destroy -- --stage ${stage}, then: npm run deploy -- --stage ${stage}`,
  );
}
