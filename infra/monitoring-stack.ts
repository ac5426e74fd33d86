import { Annotations, ArnFormat, CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { queues } from '../functions/wiring.ts';
import type { StageMetric } from '../shared/alarms/alarm-rule.ts';
import { listAlarms } from '../shared/alarms/list-alarms.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { metricNamespace, stageDimension, unitOf } from '../shared/domain/metric-names.ts';
import { stageOutputs } from '../shared/runtime/stage-names.ts';
import { AlarmTeller } from './monitoring/alarm-teller.ts';
import { StageDashboard } from './monitoring/dashboard.ts';
import { RuleAlarm } from './monitoring/rule-alarm.ts';
import type { PipelineStack } from './pipeline-stack.ts';

export interface MonitoringStackProps extends StackProps {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly pipeline: PipelineStack;
}

/**
 * A stage's alarms and dashboard. Separate from the pipeline, so that an outage of the pipeline does not stop its
 * alarms.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, { stage, config, pipeline, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    const metricOf = createStageMetrics(stage, pipeline);
    const alarms = new AlarmTopic(this, 'Alarms', `Signalpost ${stage}: alarms`);
    const action = new SnsAction(alarms);
    const raised = listAlarms(config, queues).map(
      (rule) => new RuleAlarm(this, rule.id, { rule, metric: metricOf(rule.watches), action }),
    );
    const telling = this.tell(stage, config, alarms);

    const dashboard = new StageDashboard(this, 'Dashboard', {
      stage,
      metricOf,
      alarms: [...raised, ...telling],
    });
    new CfnOutput(this, 'DashboardUrl', { value: dashboard.url });
  }

  /**
   * Sends alarms by a function, with mail if it fails; or only by mail; or not at all. Returns the alarms on the
   * function.
   */
  private tell(stage: string, config: SignalpostConfig, alarms: AlarmTopic): readonly RuleAlarm[] {
    const { to, email } = config.alarms ?? {};
    if (to === undefined) {
      if (email === undefined) Annotations.of(this).addInfo(noRecipient);
      else this.mail(alarms, email);
      return [];
    }
    const lastResort = new AlarmTopic(this, 'LastResort', `Signalpost ${stage}: alarms are not sent`);
    if (email === undefined) Annotations.of(this).addInfo(noLastResort);
    else this.mail(lastResort, email);
    const action = new SnsAction(lastResort);
    return new AlarmTeller(this, 'Teller', { stage, config, alarms, lastResort: action }).ownAlarms;
  }

  /** Outputs the topic, because only AWS knows whether the address was confirmed. */
  private mail(topic: AlarmTopic, address: string): void {
    topic.addEmail('Email', address);
    new CfnOutput(this, stageOutputs.mailTopic, { value: topic.topicArn });
  }
}

const noRecipient = 'The alarms exist, but nobody gets them: add "alarms": {"to": …} to the config.';

const noLastResort =
  'Nobody gets alarms while their destination can\'t be reached: add "email" to the config\'s "alarms".';

/** Finds the metrics of a stage in CloudWatch. */
function createStageMetrics(stage: string, pipeline: PipelineStack): (of: StageMetric) => Metric {
  return (of) => {
    if ('own' in of) {
      return new Metric({
        namespace: metricNamespace,
        metricName: of.own,
        dimensionsMap: { [stageDimension]: stage },
        statistic: of.statistic,
        unit: unitOf(of.own) === 'Seconds' ? Unit.SECONDS : Unit.COUNT,
      });
    }
    if ('function' in of) {
      return pipeline.functions[of.function].lambda.metric(of.metric, { statistic: 'Sum' });
    }
    if ('oldestMessageOf' in of) {
      const { queue } = pipeline.queues[of.oldestMessageOf];
      return queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' });
    }
    const letters =
      of.deadLettersOf === 'schedules'
        ? pipeline.scheduleDeadLetters
        : pipeline.queues[of.deadLettersOf].deadLetters;
    return letters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' });
  };
}

/** The topic of alarms. Only this account's alarms may publish to it, and only over TLS. */
class AlarmTopic extends Topic {
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
        "CloudWatch can't publish with the AWS managed key, and an own key costs $1 a month, more than it " +
        'is worth: messages hold alarm names and figures, no secrets and no buyer data.',
    });
  }

  /** AWS asks the address once to confirm. */
  addEmail(id: string, endpoint: string): void {
    const subscription = new CfnSubscription(this, id, {
      topicArn: this.topicArn,
      protocol: 'email',
      endpoint,
      // Each new alarm turns OK with its first data; like `tell-alarm`, this leaves that out.
      filterPolicyScope: 'MessageBody',
      filterPolicy: { $or: [{ NewStateValue: ['ALARM'] }, { OldStateValue: ['ALARM'] }] },
    });
    Validations.of(subscription).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'An alarm whose mail bounced is still visible in CloudWatch; nobody would read it in a queue.',
    });
  }
}
