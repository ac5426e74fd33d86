import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** Where alarms go. Only this account's alarms may publish to it, over TLS alone. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, displayName: string) {
    super(scope, id, { displayName, enforceSSL: true });
    const stack = Stack.of(this);
    const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': stack.account },
          ArnLike: {
            'aws:SourceArn': stack.formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: '*',
              arnFormat,
            }),
          },
        },
      }),
    );
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        "CloudWatch can't publish under the key that AWS manages, and one of our own costs $1 a month, more than all " +
        'that it would protect: names of alarms and figures, no secret and nothing of a buyer.',
    });
  }

  /** AWS asks the address once whether it wants them. */
  addEmail(id: string, endpoint: string): void {
    const subscription = new CfnSubscription(this, id, {
      topicArn: this.topicArn,
      protocol: 'email',
      endpoint,
      // Each new alarm says OK once its first figures have come; as `tell-alarm` does, that is left out.
      filterPolicyScope: 'MessageBody',
      filterPolicy: { $or: [{ NewStateValue: ['ALARM'] }, { OldStateValue: ['ALARM'] }] },
    });
    Validations.of(subscription).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'What a mailbox refuses can be read in CloudWatch, where the alarm stands; nobody reads it in a queue.',
    });
  }
}
