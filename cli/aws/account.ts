import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { SNS } from '@aws-sdk/client-sns';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { createDynamoDbTable } from '../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { type StackPart, stackName, tableOutput } from '../../shared/runtime/stage-names.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { readManifest } from './read-manifest.ts';
import { unless } from './unless.ts';

const settings = sdkSettings(5_000, 20_000);

export type Credentials = Awaited<ReturnType<STS['config']['credentials']>>;

export type AccountPorts = ReturnType<typeof openAccount>;
export type StackDescription = NonNullable<Awaited<ReturnType<AccountPorts['describeStack']>>>;

/** The account of this machine's credentials. Each call rejects with the SDK's error: see `awsProblem`. */
export function openAccount() {
  const sts = new STS(settings);
  const cloudFormation = new CloudFormation(settings);
  const dynamoDb = new DynamoDB(settings);
  const lambda = new Lambda(settings);
  const sns = new SNS(settings);
  const ssm = new SSM(settings);
  return {
    /** The account and region that the credentials lead to, and whose they are. */
    async identify() {
      // The region first: without a region no call can find the account.
      const region = await sts.config.region();
      const { Account: account = '', Arn: arn = '' } = await sts.getCallerIdentity();
      return { place: { account, region }, arn };
    },
    credentials: (): Promise<Credentials> => sts.config.credentials(),
    readManifest: (stage: string) => readManifest(stage, ssm),
    /**
     * A stack of a stage that has its own app; null if it does not exist, or is only a name because its first deploy ended
     * before it created anything: the next deploy treats it as missing.
     */
    async describeStack(stage: string, part: StackPart) {
      const StackName = stackName(stage, part);
      try {
        const { Stacks: [stack] = [] } = await cloudFormation.describeStacks({ StackName });
        if (!stack || stack.StackStatus === 'REVIEW_IN_PROGRESS') return null;
        const table = stack.Outputs?.find(({ OutputKey }) => OutputKey === tableOutput)?.OutputValue;
        /** CloudFormation's word, as `CREATE_COMPLETE`. */
        const status: string = stack.StackStatus ?? 'of an unknown state';
        return { status, table };
      } catch (error) {
        // CloudFormation reports a missing stack as a general validation error.
        if (error instanceof Error && error.name === 'ValidationError' && /not exist/.test(error.message))
          return null;
        throw error;
      }
    },
    /** The settings of a table; null if there is no such table. */
    async describeTable(TableName: string) {
      const described = await unless(['ResourceNotFoundException'], dynamoDb.describeTable({ TableName }));
      if (described === null) return null;
      const { Table } = described;
      const [{ TimeToLiveDescription }, { ContinuousBackupsDescription }] = await Promise.all([
        dynamoDb.describeTimeToLive({ TableName }),
        dynamoDb.describeContinuousBackups({ TableName }),
      ]);
      const recovery =
        ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
      return {
        indexes: (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '' }) => IndexName),
        /** Items with a time to live are deleted. */
        expires: TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED',
        /** The table can be restored to any second. */
        recovers: recovery === 'ENABLED',
        isProtected: Table?.DeletionProtectionEnabled === true,
      };
    },
    openLedger: (tableName: string) =>
      createLedger({
        table: createDynamoDbTable({ client: dynamoDb, tableName }),
        clock: systemClock,
        random: systemRandom,
      }),
    /** The number of functions that may run at once beside those with a reserve; null for credentials that may not ask. */
    async unreservedConcurrency(): Promise<number | null> {
      const answer = await unless(['AccessDeniedException'], lambda.getAccountSettings());
      return answer && (answer.AccountLimit?.UnreservedConcurrentExecutions ?? 0);
    },
    /** The reserve of a function; undefined if it has none. */
    reservedConcurrency: async (FunctionName: string) =>
      (await lambda.getFunctionConcurrency({ FunctionName })).ReservedConcurrentExecutions,
    /** The topic mails this address. Anybody of the account may subscribe others. */
    async isMailConfirmed(TopicArn: string, address: string): Promise<boolean> {
      // An address that is not confirmed has `PendingConfirmation` in place of an ARN.
      const pages = await Array.fromAsync(sns.paginateListSubscriptionsByTopic({ TopicArn }));
      const all = pages.flatMap(({ Subscriptions = [] }) => Subscriptions);
      return all.some((one) => one.Endpoint === address && one.SubscriptionArn?.startsWith('arn:') === true);
    },
  };
}
