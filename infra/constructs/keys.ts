import { Annotations, Stack, Token } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

/**
 * Roles need these to send to and receive from a queue or topic that the key encrypts. An imported key must let IAM's
 * policies decide, as keys do by default.
 */
export const messageActions = ['kms:Decrypt', 'kms:GenerateDataKey'];
/** Roles need these to read and write the items of a table that the key encrypts. */
export const tableActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

type Service = 'cloudwatch' | 'logs' | 'sns';

/**
 * Lets services of AWS that have no role use a key: CloudWatch Logs for the log groups, CloudWatch for the topic of its
 * alarms, SNS for the queue of alarms that it could not deliver. An imported key's policy can't be changed from here: a
 * warning prints the statements that its owner has to add.
 */
export function letServicesUse(scope: Construct, key: IKey, services: readonly Service[]): void {
  const stack = Stack.of(scope);
  const { partition, region, account } = stack;
  const refused = services.filter((service) => {
    return !key.addToResourcePolicy(statementFor(service, partition, region, account)).statementAdded;
  });
  if (refused.length === 0) return;
  const tell = (value: string, otherwise: string): string => (Token.isUnresolved(value) ? otherwise : value);
  const place = [tell(partition, 'aws'), tell(region, 'REGION'), tell(account, 'ACCOUNT')] as const;
  const missing = refused.map((service) => statementFor(service, ...place).toStatementJson());
  const text = JSON.stringify(stack.resolve(missing), null, 2);
  Annotations.of(scope).addWarningV2(
    'signalpost:importedKey',
    `the policy of the imported key ${key.keyId} can't be changed from here; add these statements to it: ${text}`,
  );
}

function statementFor(service: Service, partition: string, region: string, account: string): PolicyStatement {
  const isLogs = service === 'logs';
  const logGroups = `arn:${partition}:logs:${region}:${account}:log-group:*`;
  return new PolicyStatement({
    principals: [new ServicePrincipal(`${isLogs ? `logs.${region}` : service}.amazonaws.com`)],
    actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
    resources: ['*'],
    conditions: isLogs
      ? { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logGroups } }
      : { StringEquals: { 'aws:SourceAccount': account } },
  });
}
