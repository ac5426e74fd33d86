import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { describeStack } from './describe-stack.ts';

const settings = sdkSettings(5_000, 20_000);

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** `pending`: AWS sent a mail whose link was not followed yet; after 48 hours the subscription is `missing`. */
export type MailSubscription = 'confirmed' | 'pending' | 'missing';

export interface TableSettings {
  readonly indexes: readonly string[];
  /** Whether items with a time to live are deleted. */
  readonly expires: boolean;
  /** Whether the table can be restored to any second. */
  readonly recovers: boolean;
  readonly isProtected: boolean;
}

/** What the commands read from the AWS account. */
export type AccountPorts = Omit<ReturnType<typeof openAccount>, 'close'>;

/** The account of this machine's credentials. Each call rejects with the SDK's error: see `awsProblem`. */
export function openAccount() {
  const sts = new STSClient(settings);
  const cloudFormation = new CloudFormationClient(settings);
  const dynamoDb = new DynamoDBClient(settings);
  const sns = new SNSClient(settings);
  let identity: Promise<{ readonly account: string; readonly arn: string }> | null = null;
  return {
    region: (): Promise<string> => sts.config.region(),
    identity() {
      identity ??= sts
        .send(new GetCallerIdentityCommand({}))
        .then(({ Account = '', Arn = '' }) => ({ account: Account, arn: Arn }));
      return identity;
    },
    credentials: (): Promise<Credentials> => sts.config.credentials(),
    describeStack: (name: string) => describeStack(cloudFormation, name),
    describeTable: (name: string) => describeTable(dynamoDb, name),
    mailSubscription: (topicArn: string, address: string) => readMailSubscription(sns, topicArn, address),
    close(): void {
      for (const client of [sts, cloudFormation, dynamoDb, sns]) client.destroy();
    },
  };
}

/** null when there is no such table. */
async function describeTable(client: DynamoDBClient, TableName: string): Promise<TableSettings | null> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const [{ TimeToLiveDescription }, { ContinuousBackupsDescription }] = await Promise.all([
      client.send(new DescribeTimeToLiveCommand({ TableName })),
      client.send(new DescribeContinuousBackupsCommand({ TableName })),
    ]);
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
    return {
      indexes: (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '' }) => IndexName),
      expires: TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED',
      recovers: recovery === 'ENABLED',
      isProtected: Table?.DeletionProtectionEnabled === true,
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return null;
    throw error;
  }
}

/** Whether an address is subscribed to the mail of a topic. */
export async function readMailSubscription(
  client: SNSClient,
  topicArn: string,
  address: string,
): Promise<MailSubscription> {
  let NextToken: string | undefined;
  let found: MailSubscription = 'missing';
  do {
    const page = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn: topicArn, NextToken }));
    for (const { Protocol, Endpoint, SubscriptionArn = '' } of page.Subscriptions ?? []) {
      if (Protocol !== 'email' || Endpoint?.toLowerCase() !== address.toLowerCase()) continue;
      // SNS has a word in place of the ARN while a subscription is unconfirmed, and after it was deleted.
      if (SubscriptionArn.startsWith('arn:')) return 'confirmed';
      if (SubscriptionArn === 'PendingConfirmation') found = 'pending';
    }
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found;
}
