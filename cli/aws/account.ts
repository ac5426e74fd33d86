import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { type AwsProblem, awsProblem } from './aws-problem.ts';
import { describeStack, type StackDescription } from './describe-stack.ts';
import { type MailSubscription, readMailSubscription } from './mail-subscription.ts';

/** The parameter with the version of CDK's bootstrap, under CDK's default qualifier. */
const bootstrapParameter = '/cdk-bootstrap/hnb659fds/version';
const settings = sdkSettings(5_000, 20_000);

export interface Identity {
  readonly account: string;
  readonly arn: string;
}

/** What the commands read from the AWS account. Each call rejects with the SDK's error. */
export interface AccountPorts {
  region(): Promise<string>;
  identity(): Promise<Identity>;
  /** null when there is no such stack. */
  describeStack(name: string): Promise<StackDescription | null>;
  /** The version of the bootstrap in Parameter Store, which the templates check; null if there is none. */
  bootstrapVersion(): Promise<string | null>;
  /** The number of functions that may run at once, without reserved concurrency. */
  concurrency(): Promise<number>;
  /** Whether an address is subscribed to the mail of a topic. */
  mailSubscription(topicArn: string, address: string): Promise<MailSubscription>;
  /** Explains an error of these calls; null for a bug of ours. */
  explain(error: unknown): AwsProblem | null;
}

/** The account of this machine's credentials. */
export function openAccount(): AccountPorts & { close(): void } {
  const sts = new STSClient(settings);
  const cloudFormation = new CloudFormationClient(settings);
  const sns = new SNSClient(settings);
  const lambda = new LambdaClient(settings);
  const ssm = new SSMClient(settings);
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
