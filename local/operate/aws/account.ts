import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sdkTimeouts } from '../../../shared/runtime/sdk-timeouts.ts';
import type { AccountPorts, Identity } from '../doctor/account/check-account.ts';
import { awsProblem } from './aws-problem.ts';
import { describeStack } from './describe-stack.ts';
import { readMailSubscription } from './mail-subscription.ts';

const requestHandler = sdkTimeouts(5_000, 20_000);

/** The account that this machine's credentials lead to. */
export function openAccount(): AccountPorts & { close(): void } {
  const sts = new STSClient({ requestHandler });
  const cloudFormation = new CloudFormationClient({ requestHandler });
  const sns = new SNSClient({ requestHandler });
  const lambda = new LambdaClient({ requestHandler });
  let identity: Promise<Identity> | null = null;
  return {
    region: () => sts.config.region(),
    identity() {
      identity ??= sts
        .send(new GetCallerIdentityCommand({}))
        .then(({ Account = '', Arn = '' }) => ({ account: Account, arn: Arn }));
      return identity;
    },
    describeStack: (name) => describeStack(cloudFormation, name),
    async concurrency() {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
      const { UnreservedConcurrentExecutions, ConcurrentExecutions = 0 } = AccountLimit ?? {};
      return UnreservedConcurrentExecutions ?? ConcurrentExecutions;
    },
    mailSubscription: (topicArn, address) => readMailSubscription(sns, topicArn, address),
    explain: awsProblem,
    close() {
      sts.destroy();
      cloudFormation.destroy();
      lambda.destroy();
      sns.destroy();
    },
  };
}
