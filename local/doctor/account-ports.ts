import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsProblem } from '../stage/aws-problem.ts';
import type { AccountPorts, Identity } from './check-account.ts';

const requestHandler = { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true };

/** The account that this machine's credentials lead to. */
export function openAccount(): AccountPorts & { close(): void } {
  const sts = new STSClient({ requestHandler });
  const cloudFormation = new CloudFormationClient({ requestHandler });
  let identity: Promise<Identity> | null = null;
  return {
    region: () => sts.config.region(),
    identity() {
      identity ??= sts
        .send(new GetCallerIdentityCommand({}))
        .then(({ Account = '', Arn = '' }) => ({ account: Account, arn: Arn }));
      return identity;
    },
    async describeStack(name) {
      try {
        const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
        const [stack] = Stacks;
        if (!stack) return null;
        const outputs = (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
          OutputKey,
          OutputValue,
        ]);
        return { status: stack.StackStatus ?? 'of an unknown state', outputs: Object.fromEntries(outputs) };
      } catch (error) {
        // CloudFormation has no error of its own for it: the name is that of any wrong input.
        if (error instanceof Error && error.name === 'ValidationError' && /not exist/.test(error.message))
          return null;
        throw error;
      }
    },
    explain: awsProblem,
    close() {
      sts.destroy();
      cloudFormation.destroy();
    },
  };
}
