import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSubscription, type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** Only this account's alarms and roles may publish to it, and only over TLS. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, displayName: string, masterKey: IKey | undefined) {
    super(scope, id, { displayName, enforceSSL: true, ...(masterKey && { masterKey }) });
    letAlarmsPublish(this);
    if (masterKey) return;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        "CloudWatch can't publish with the AWS managed key, and an own key costs $1 a month, more than it " +
        'is worth: messages hold alarm names, ids and counts, no secrets and no buyer data.',
    });
  }
}

/** Lets the alarms of this account publish. An imported topic's policy stays as its owner wrote it. */
export function letAlarmsPublish(topic: ITopic): void {
  const stack = Stack.of(topic);
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const alarms = stack.formatArn({ service: 'cloudwatch', resource: 'alarm', resourceName: '*', arnFormat });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account },
        ArnLike: { 'aws:SourceArn': alarms },
      },
    }),
  );
}

/** AWS asks the address once to confirm. */
export function addEmail(scope: Construct, topic: ITopic, endpoint: string): void {
  const subscription = new CfnSubscription(scope, 'Email', {
    topicArn: topic.topicArn,
    protocol: 'email',
    endpoint,
    // Each new alarm turns OK with its first data; like `tell-alarm`, this leaves that out.
    filterPolicyScope: 'MessageBody',
    filterPolicy: { $or: [{ NewStateValue: ['ALARM'] }, { OldStateValue: ['ALARM'] }] },
  });
  Validations.of(subscription).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason:
      'An alarm whose mail bounced is still raised, which `status` shows; nobody would read it in a queue.',
  });
}
