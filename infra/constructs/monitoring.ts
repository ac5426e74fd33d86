import { Annotations, Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  MathExpression,
  Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { stageAlarms } from '../../shared/alarms/stage-alarms.ts';
import { describeAlarm } from '../../shared/domain/alarm.ts';
import { metricNamespace, stageDimension, sweepsEnded } from '../../shared/domain/metric-names.ts';
import type { AlarmId, StageSettings } from '../signalpost-props.ts';
import { AlarmTopic, addEmail } from './alarm-topic.ts';
import { HandlerFunction } from './handler-function.ts';
import { DeadLetterQueue } from './work-queue.ts';

const period = Duration.minutes(5);
/** Messages in a queue that should be empty. */
const leftOver = { threshold: 1, evaluationPeriods: 1, treatMissingData: TreatMissingData.NOT_BREACHING };

/** The number of sweeps that ended. */
export function sweepMetric(stage: string, props?: MetricOptions): Metric {
  return new Metric({
    namespace: metricNamespace,
    metricName: sweepsEnded,
    dimensionsMap: { [stageDimension]: stage },
    statistic: 'Sum',
    period,
    ...props,
  });
}

/**
 * Adds the recipients of a stage's alarms, and the few alarms that must stand outside of its functions: the sweep judges
 * all others, and can't tell that it stands still. Returns what was added: nothing without a topic.
 */
export function addMonitoring(
  scope: Construct,
  settings: StageSettings,
  topic: ITopic | undefined,
  handlers: Readonly<Record<'compose-digests' | 'receive-events', HandlerFunction>>,
  deadLetters: Queue,
) {
  const alarms: Partial<Record<AlarmId, Alarm>> = {};
  if (topic === undefined) return { alarms };
  const changes = settings.monitoring ? settings.monitoring.alarms : {};
  const watch = (id: AlarmId, to: ITopic, props: AlarmProps): void => {
    const change = changes?.[id];
    if (change !== false) alarms[id] = addAlarm(scope, id, to, { ...props, ...change });
  };
  const watched = sweepMetric(settings.stage);
  watch('composingStopped', topic, {
    // CloudWatch looks for older data before it treats a period as missing, which takes three to four periods.
    // So a gap is filled with zero. FILL can't fill a metric that has no data at all: that is breaching, too.
    metric: new MathExpression({ expression: 'FILL(watched, 0)', usingMetrics: { watched }, period }),
    ...{ threshold: 1, evaluationPeriods: 2, treatMissingData: TreatMissingData.BREACHING },
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  });
  watch('composingFails', topic, {
    metric: handlers['compose-digests'].lambda.metricErrors({ period }),
    ...{ threshold: 1, evaluationPeriods: 3, datapointsToAlarm: 2 },
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  if (settings.config.inbound)
    watch('callsRefused', topic, {
      metric: handlers['receive-events'].lambda.metric('Url4xxCount', { statistic: 'Sum', period }),
      // In three periods of half an hour: a wrong secret refuses every call, and senders try again. A mistake, or one
      // passing scan, is over within a period or two.
      ...{ threshold: 5, evaluationPeriods: 6, datapointsToAlarm: 3 },
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  watch('deadLetters', topic, { metric: depthOf(deadLetters), ...leftOver });
  const { to, email } = settings.config.alarms ?? {};
  const teller = to && addTeller(scope, settings, topic);
  if (teller) watch('alarmsUnsent', teller.lastResort, { metric: depthOf(teller.unsent), ...leftOver });
  const mailTopic = teller?.lastResort ?? topic;
  if (email !== undefined) addEmail(scope, mailTopic, email);
  else if (!settings.config.tellsNobody) Annotations.of(scope).addInfo(teller ? noLastResort : noRecipient);
  return { alarms, teller, mailTopic: email === undefined ? undefined : mailTopic };
}

/**
 * A function that shares nothing with those that it reports on, the alarms that it could not send, and the topic that is
 * mailed when it fails.
 */
function addTeller(scope: Construct, settings: StageSettings, topic: ITopic) {
  const { stage, encryptionKey } = settings;
  const title = `Signalpost ${stage}: alarms are not sent`;
  const lastResort = new AlarmTopic(scope, 'LastResort', title, encryptionKey);
  const handler = new HandlerFunction(scope, 'TellAlarm', 'tell-alarm', settings);
  const unsent = new DeadLetterQueue(scope, 'UnsentAlarms', encryptionKey);
  // Gets an alarm if the topic could not deliver it, or if the function failed in every try.
  topic.addSubscription(new LambdaSubscription(handler.lambda, { deadLetterQueue: unsent }));
  handler.keepFailures(unsent);
  return { handler, unsent, lastResort };
}

/** Its description holds the impact and the heading, so that a message needs no lookup. */
function addAlarm(scope: Construct, name: AlarmId, topic: ITopic, props: AlarmProps): Alarm {
  const { id, impact, heading } = stageAlarms[name];
  const alarm = new Alarm(scope, id, {
    alarmDescription: describeAlarm(impact, heading),
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    ...props,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
  return alarm;
}

export function depthOf(queue: Queue): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period });
}

const noRecipient = 'The alarms exist, but nobody gets them: add "alarms": {"to": …} to the config.';

const noLastResort =
  'Nobody gets alarms while their destination can\'t be reached: add "email" to the config\'s "alarms".';
