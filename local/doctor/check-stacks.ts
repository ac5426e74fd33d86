import { type StackPart, stackName } from '../../shared/runtime/stage-names.ts';
import { type Check, type Finding, failed, ok } from './check.ts';
import { type AccountPorts, explained } from './check-account.ts';

const parts: readonly StackPart[] = ['state', 'pipeline', 'monitoring'];

/** What CloudFormation says of the stage's stacks. Not deployed yet is well: this is what a first deploy is for. */
export function checkStacks(stage: string, { describeStack, explain }: AccountPorts): Check {
  return {
    name: 'stacks',
    needs: ['credentials'],
    run: () =>
      explained(explain, async () => {
        const names = parts.map((part) => stackName(stage, part));
        const found = await Promise.all(
          names.map(async (name) => ({ name, status: (await describeStack(name))?.status ?? null })),
        );
        const ill = found.map(({ name, status }) =>
          status === null ? null : findTrouble(stage, name, status),
        );
        const first = ill.find((finding) => finding !== null);
        if (first) return first;
        const there = found.filter(({ status }) => status !== null);
        if (there.length === 0) return ok(`not deployed yet: npm run deploy -- --stage ${stage}`);
        return ok(`deployed: ${there.map(({ name }) => name).join(', ')}`);
      }),
  };
}

/** null for a stack that is as its last deploy wanted it. The words are those of CloudFormation's "Stack status codes". */
export function findTrouble(stage: string, name: string, status: string): Finding | null {
  const again = `npm run deploy -- --stage ${stage}`;
  if (status.endsWith('_IN_PROGRESS')) {
    return failed(
      `${name} is ${status}: something is at work on it`,
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
        `${name} is ${status}: its last deploy failed and was taken back, the version before it runs`,
        `${again} tells why it fails`,
      );
    case 'UPDATE_ROLLBACK_FAILED':
      return failed(
        `${name} is ${status}: its last deploy could not be taken back`,
        `aws cloudformation continue-update-rollback --stack-name ${name}`,
      );
    default:
      return failed(
        `${name} is ${status}: it can't be deployed to`,
        `aws cloudformation delete-stack --stack-name ${name}, then: ${again}`,
      );
  }
}
