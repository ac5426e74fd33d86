import { Metric, type Unit, Unit as units } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmMetric } from '../../shared/alarms/alarm-rule.ts';
import {
  type MetricName,
  metricNamespace,
  stageDimension,
  unitOf,
} from '../../shared/domain/metric-names.ts';
import type { PipelineStack } from '../pipeline-stack.ts';

/** The metrics of one stage, by what they measure. */
export interface StageMetrics {
  own(name: MetricName, statistic: string): Metric;
  of(watched: AlarmMetric): Metric;
}

const unitsByName: Readonly<Record<ReturnType<typeof unitOf>, Unit>> = {
  Count: units.COUNT,
  Seconds: units.SECONDS,
};

export function createStageMetrics(stage: string, pipeline: PipelineStack): StageMetrics {
  const own = (metricName: MetricName, statistic: string): Metric =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { [stageDimension]: stage },
      statistic,
      unit: unitsByName[unitOf(metricName)],
    });
  return {
    own,
    of(watched) {
      if ('own' in watched) return own(watched.own, watched.statistic);
      if ('function' in watched) {
        const { lambda } = pipeline.functions[watched.function];
        return lambda.metric(watched.metric, { statistic: 'Sum' });
      }
      if ('oldestMessageOf' in watched) {
        const { queue } = pipeline.queues[watched.oldestMessageOf];
        return queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' });
      }
      return deadLetterQueue(pipeline, watched.deadLettersOf).metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
      });
    },
  };
}

function deadLetterQueue(
  pipeline: PipelineStack,
  of: Extract<AlarmMetric, { readonly deadLettersOf: unknown }>['deadLettersOf'],
) {
  return of === 'schedules' ? pipeline.scheduleDeadLetters : pipeline.queues[of].deadLetters;
}
