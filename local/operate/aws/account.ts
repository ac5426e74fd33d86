import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sdkTimeouts } from '../../../shared/runtime/sdk-timeouts.ts';
import { type AwsProblem, awsProblem } from './aws-problem.ts';
import { describeStack, type StackDescription } from './describe-stack.ts';
import { type MailSubscription, readMailSubscription } from './mail-subscription.ts';

/** Where CDK's bootstrap writes its version, with the qualifier that it has unless told. */
const bootstrapParameter = '/cdk-bootstrap/hnb659fds/version';
const requestHandler = sdkTimeouts(5_000, 20_000);

export interface Identity {
  readonly account: string;
  readonly arn: string;
}

/** The account of a stage, as far as commands look at it. Each rejects with what the SDK throws. */
export interface AccountPorts {
  region(): Promise<string>;
  identity(): Promise<Identity>;
  /** null when there is no such stack. */
  describeStack(name: string): Promise<StackDescription | null>;
  /** The version that the templates of a deploy read, from Parameter Store; null when there is none. */
  bootstrapVersion(): Promise<string | null>;
  /** How many functions may run at once, less what is reserved for some. */
  concurrency(): Promise<number>;
  /** Whether an address gets the mail of a topic. */
  mailSubscription(topicArn: string, address: string): Promise<MailSubscription>;
  /** Explains an error of these calls; null for a bug of ours. */
  explain(error: unknown): AwsProblem | null;
}

/** The account that this machine's credentials lead to. */
export function openAccount(): AccountPorts & { close(): void } {
  const sts = new STSClient({ requestHandler });
  const cloudFormation = new CloudFormationClient({ requestHandler });
  const sns = new SNSClient({ requestHandler });
  const lambda = new LambdaClient({ requestHandler });
  const ssm = new SSMClient({ requestHandler });
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
    bootstrapVersion: () => readParameter(ssm, bootstrapParameter),
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
      ssm.destroy();
    },
  };
}

async function readParameter(client: SSMClient, Name: string): Promise<string | null> {
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name }));
    return Parameter?.Value ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'ParameterNotFound') return null;
    throw error;
  }
}
