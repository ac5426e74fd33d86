import { Annotations, CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { type StageAlarm, stageAlarms } from '../shared/alarms/stage-alarms.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { describeAlarm } from '../shared/domain/alarm.ts';
import { metricNamespace, stageDimension, sweepsEnded } from '../shared/domain/metric-names.ts';
import { stageOutputs } from '../shared/runtime/stage-names.ts';
import { AlarmTopic, addEmail } from './constructs/alarm-topic.ts';
import { HandlerFunction } from './constructs/handler-function.ts';
import { DeadLetterQueue } from './constructs/work-queue.ts';
import type { PipelineStack } from './pipeline-stack.ts';

export interface MonitoringStackProps extends StackProps {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly pipeline: PipelineStack;
}

const period = Duration.minutes(5);
/** Messages in a queue that should be empty. */
const leftOver = { threshold: 1, evaluationPeriods: 1, treatMissingData: TreatMissingData.NOT_BREACHING };

/**
 * Who is told of a stage's alarms, and the few alarms that must stand outside of the pipeline: it judges all others by
 * itself, and can't tell that it stands still.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, { stage, config, pipeline, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    const { alarms, deadLetters } = pipeline;
    const watched = new Metric({
      namespace: metricNamespace,
      metricName: sweepsEnded,
      dimensionsMap: { [stageDimension]: stage },
      statistic: 'Sum',
      period,
    });
    this.watch(stageAlarms.composingStopped, alarms, {
      // CloudWatch looks for older data before it treats a period as missing, which takes three to four periods.
      // So a gap is filled with zero. FILL can't fill a metric that has no data at all: that is breaching, too.
      metric: new MathExpression({ expression: 'FILL(watched, 0)', usingMetrics: { watched }, period }),
      ...{ threshold: 1, evaluationPeriods: 2, treatMissingData: TreatMissingData.BREACHING },
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    });
    this.watch(stageAlarms.composingFails, alarms, {
      metric: pipeline.functions['compose-digests'].lambda.metricErrors({ period }),
      ...{ threshold: 1, evaluationPeriods: 3, datapointsToAlarm: 2 },
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.watch(stageAlarms.deadLetters, alarms, { metric: depthOf(deadLetters), ...leftOver });
    this.tell(stage, config, alarms);
  }

  /** Sends alarms by a function, with mail if it fails; or only by mail; or not at all. */
  private tell(stage: string, config: SignalpostConfig, alarms: Topic): void {
    const { to, email } = config.alarms ?? {};
    if (to === undefined) {
      if (email === undefined) Annotations.of(this).addInfo(noRecipient);
      else this.mail(alarms, email);
      return;
    }
    const lastResort = new AlarmTopic(this, 'LastResort', `Signalpost ${stage}: alarms are not sent`);
    if (email === undefined) Annotations.of(this).addInfo(noLastResort);
    else this.mail(lastResort, email);
    this.watch(stageAlarms.alarmsUnsent, lastResort, {
      metric: depthOf(this.addTeller(stage, config, alarms)),
      ...leftOver,
    });
  }

  /** A function that shares nothing with those that it reports on. Returns the queue of what it could not send. */
  private addTeller(stage: string, config: SignalpostConfig, alarms: Topic): DeadLetterQueue {
    const name = 'tell-alarm';
    const handler = new HandlerFunction(this, 'TellAlarm', { name, config, stage });
    handler.readSecrets(stage);
    const unsent = new DeadLetterQueue(this, 'UnsentAlarms');
    // Gets an alarm if the topic could not deliver it, or if the function failed in every try.
    alarms.addSubscription(new LambdaSubscription(handler.lambda, { deadLetterQueue: unsent }));
    handler.lambda.configureAsyncInvoke({
      onFailure: new SqsDestination(unsent),
      // After one minute and after two.
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
    });
    Validations.of(handler.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination above keeps the event together with the error.',
    });
    new CfnOutput(this, stageOutputs.functionName(name), { value: handler.lambda.functionName });
    return unsent;
  }

  /** Its description holds the impact and the heading, so that a message needs no lookup. */
  private watch({ id, impact, heading }: StageAlarm, topic: Topic, props: AlarmProps): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: describeAlarm(impact, heading),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      ...props,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }

  /** Outputs the topic, because only AWS knows whether the address was confirmed. */
  private mail(topic: Topic, address: string): void {
    addEmail(this, topic, address);
    new CfnOutput(this, stageOutputs.mailTopic, { value: topic.topicArn });
  }
}

function depthOf(queue: DeadLetterQueue): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period });
}

const noRecipient = 'The alarms exist, but nobody gets them: add "alarms": {"to": …} to the config.';

const noLastResort =
  'Nobody gets alarms while their destination can\'t be reached: add "email" to the config\'s "alarms".';
