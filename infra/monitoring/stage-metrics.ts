import { Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageMetric } from '../../shared/alarms/alarm-rule.ts';
import { metricNamespace, stageDimension, unitOf } from '../../shared/domain/metric-names.ts';
import type { PipelineStack } from '../pipeline-stack.ts';

/** Finds the metrics of a stage in CloudWatch. */
export function createStageMetrics(stage: string, pipeline: PipelineStack): (of: StageMetric) => Metric {
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
