import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AlarmRule } from '../../shared/alarms/alarm-rule.ts';
import { describeAlarm } from '../../shared/domain/alarm.ts';

export interface RuleAlarmProps {
  readonly rule: AlarmRule<unknown>;
  readonly metric: Metric;
  /** Runs when the alarm is raised and when it is over. */
  readonly action: IAlarmAction;
}

/** An alarm of a rule. Its description holds the impact and the heading, so that a message needs no lookup. */
export class RuleAlarm extends Alarm {
  constructor(scope: Construct, id: string, { rule, metric, action }: RuleAlarmProps) {
    const { alarmsAt, periods, gap, impact, heading } = rule;
    const period = Duration.seconds(rule.period);
    const watched = metric.with({ period });
    const gaps = { fine: TreatMissingData.NOT_BREACHING, unknown: TreatMissingData.IGNORE };
    super(scope, id, {
      alarmDescription: describeAlarm(impact, heading),
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.breaching,
      ...(alarmsAt === 'nothing'
        ? {
            // CloudWatch looks for older data before it treats a period as missing, which takes three to four periods.
            // So a gap is filled with zero. FILL can't fill a metric that has no data at all: that is breaching, too.
            metric: new MathExpression({
              expression: 'FILL(watched, 0)',
              usingMetrics: { watched },
              period,
            }),
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            threshold: 1,
            treatMissingData: TreatMissingData.BREACHING,
          }
        : {
            metric: watched,
            comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            threshold: alarmsAt,
            treatMissingData: gaps[gap],
          }),
    });
    this.addAlarmAction(action);
    this.addOkAction(action);
  }
}
