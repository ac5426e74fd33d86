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
import { stageAlarms } from '../../functions/stage-alarms.ts';
import { describeAlarm } from '../../shared/domain/alerts/alarm.ts';
import { metricNamespace, stageDimension, sweepsEnded } from '../../shared/domain/metric-names.ts';
import { AlarmTopic, addEmail, letAlarmsPublish } from './alarm-topic.ts';
import { HandlerFunction } from './handler-function.ts';
import { letServicesUse } from './keys.ts';
import type { AlarmId, StageSettings } from './signalpost-props.ts';
import { DeadLetterQueue } from './work-queue.ts';

const period = Duration.minutes(5);
/** The queue should be empty. */
const leftOver = { threshold: 1, evaluationPeriods: 1, treatMissingData: TreatMissingData.NOT_BREACHING };

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
 * Adds the topic and the recipients of a stage's alarms, and the few alarms that must stand outside of its functions: the
 * sweep judges all others, and can't tell that it stands still. A topic that was given is a second target of every alarm:
 * what else others publish to it must not reach the stage's own recipients. Returns what was added.
 */
export function addMonitoring(
  scope: Construct,
  settings: StageSettings,
  handlers: Readonly<Record<'compose-digests' | 'receive-events', HandlerFunction>>,
  deadLetters: Queue,
) {
  const alarms: Partial<Record<AlarmId, Alarm>> = {};
  const { stage, config, encryptionKey, monitoring = {} } = settings;
  if (monitoring === false) return { alarms };
  const topic = new AlarmTopic(scope, 'Alarms', `Signalpost ${stage}: alarms`, encryptionKey);
  const given = settings.topic ? [settings.topic] : [];
  for (const one of given) {
    letAlarmsPublish(one);
    if (one.masterKey) letServicesUse(scope, one.masterKey, ['cloudwatch']);
  }
  const watch = (id: AlarmId, to: ITopic, props: AlarmProps): void => {
    const change = monitoring.alarms?.[id];
    if (change !== false) alarms[id] = addAlarm(scope, id, [to, ...given], { ...props, ...change });
  };
  const watched = sweepMetric(stage);
  watch('composingStopped', topic, {
    // CloudWatch looks for older data before it treats a period as missing, which takes three to four periods.
    // So a gap is filled with zero. FILL can't fill a metric that has no data at all: that is breaching, too.
    metric: new MathExpression({ expression: 'FILL(watched, 0)', usingMetrics: { watched }, period }),
    threshold: 1,
    evaluationPeriods: 2,
    treatMissingData: TreatMissingData.BREACHING,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  });
  watch('composingFails', topic, {
    metric: handlers['compose-digests'].lambda.metricErrors({ period }),
    threshold: 1,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  if (config.inbound)
    watch('callsRefused', topic, {
      metric: handlers['receive-events'].lambda.metric('Url4xxCount', { statistic: 'Sum', period }),
      // Half an hour has six periods: a wrong secret refuses every call, and senders try again. A mistake, or one
      // passing scan, is over within a period or two.
      threshold: 5,
      evaluationPeriods: 6,
      datapointsToAlarm: 3,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  watch('deadLetters', topic, { metric: depthOf(deadLetters), ...leftOver });
  const { to, email } = config.alarms ?? {};
  const teller = to && addTeller(scope, settings, topic);
  if (teller) watch('alarmsUnsent', teller.lastResort, { metric: depthOf(teller.unsent), ...leftOver });
  const mailTopic = teller?.lastResort ?? topic;
  if (email !== undefined) addEmail(scope, mailTopic, email);
  else if (given.length === 0 && !config.tellsNobody)
    Annotations.of(scope).addInfo(teller ? noLastResort : noRecipient);
  // Failed alarms are tried again from the first topic: the topic of others comes first, or the own recipients would be
  // told each minute.
  const told = [...given, ...((to ?? email) ? [topic] : [])];
  if (told.length > 0) handlers['compose-digests'].publishTo(told);
  return { alarms, topic, teller, mailTopic: email === undefined ? undefined : mailTopic };
}

/**
 * Adds a function that shares nothing with those that it reports on, a queue of alarms that it could not send, and the
 * topic that is mailed when it fails.
 */
function addTeller(scope: Construct, settings: StageSettings, topic: ITopic) {
  const { stage, encryptionKey } = settings;
  const title = `Signalpost ${stage}: alarms are not sent`;
  const lastResort = new AlarmTopic(scope, 'LastResort', title, encryptionKey);
  const handler = new HandlerFunction(scope, 'TellAlarm', 'tell-alarm', settings);
  const unsent = new DeadLetterQueue(scope, 'UnsentAlarms', encryptionKey);
  // The queue gets an alarm if the topic could not deliver it, or if the function failed in every try.
  topic.addSubscription(new LambdaSubscription(handler.lambda, { deadLetterQueue: unsent }));
  handler.keepFailures(unsent);
  return { handler, unsent, lastResort };
}

/** The description holds the impact and the heading, so that a message needs no lookup. */
function addAlarm(scope: Construct, name: AlarmId, topics: readonly ITopic[], props: AlarmProps): Alarm {
  const { id, impact, heading } = stageAlarms[name];
  const alarm = new Alarm(scope, id, {
    alarmDescription: describeAlarm(impact, heading),
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    ...props,
  });
  const actions = topics.map((topic) => new SnsAction(topic));
  alarm.addAlarmAction(...actions);
  alarm.addOkAction(...actions);
  return alarm;
}

export function depthOf(queue: Queue): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period });
}

const noRecipient = 'The alarms exist, but nobody gets them: add "alarms": {"to": …} to the config.';

const noLastResort =
  'Nobody gets alarms while their destination can\'t be reached: add "email" to the config\'s "alarms".';
