import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AlarmRule } from '../../shared/alarms/alarm-rule.ts';
import { describeAlarm } from '../../shared/domain/alarm.ts';

const comparisons: Readonly<Record<AlarmRule['alarmsWhen']['is'], ComparisonOperator>> = {
  '>=': ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  '>': ComparisonOperator.GREATER_THAN_THRESHOLD,
  '<': ComparisonOperator.LESS_THAN_THRESHOLD,
};

const missing: Readonly<Record<AlarmRule['missing'], TreatMissingData>> = {
  // FILL can't fill a metric that has no data at all.
  zero: TreatMissingData.BREACHING,
  'not-breaching': TreatMissingData.NOT_BREACHING,
  ignore: TreatMissingData.IGNORE,
};

export interface RuleAlarmProps {
  readonly rule: Omit<AlarmRule, 'id' | 'watches'>;
  readonly metric: IMetric & { with(props: { readonly period: Duration }): IMetric };
  /** Runs when the alarm is raised and when it is over. */
  readonly action: IAlarmAction;
}

/** An alarm of a rule. Its description holds the impact and the heading, so that a message needs no lookup. */
export class RuleAlarm extends Alarm {
  constructor(scope: Construct, id: string, { rule, metric, action }: RuleAlarmProps) {
    const period = Duration.seconds(rule.period);
    const watched = metric.with({ period });
    const filled = () =>
      new MathExpression({ expression: 'FILL(watched, 0)', usingMetrics: { watched }, period });
    super(scope, id, {
      metric: rule.missing === 'zero' ? filled() : watched,
      alarmDescription: describeAlarm(rule.impact, rule.heading),
      comparisonOperator: comparisons[rule.alarmsWhen.is],
      threshold: rule.alarmsWhen.threshold,
      evaluationPeriods: rule.periods.of,
      datapointsToAlarm: rule.periods.breaching,
      treatMissingData: missing[rule.missing],
    });
    this.addAlarmAction(action);
    this.addOkAction(action);
  }
}
