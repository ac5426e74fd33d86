import type { MetricName } from '../domain/metric-names.ts';
import type { PipelineFunction, QueueName } from '../runtime/environment.ts';

/** An alarm as data. It watches one metric, so that an operator can look up the figure that raised it. */
export interface AlarmRule<Watched = AlarmMetric> {
  /** Pascal case: the construct's id, and so the beginning of its name in CloudWatch. */
  readonly id: string;
  readonly watches: Watched;
  readonly alarmsWhen: { readonly is: '>=' | '>' | '<'; readonly threshold: number };
  /** Seconds. */
  readonly period: number;
  /** Alarms when `breaching` of the last `of` periods breach the threshold; ends when fewer do. */
  readonly periods: { readonly breaching: number; readonly of: number };
  /**
   * How a period without data counts; `ignore` leaves the alarm as it is. `zero` is for events that should have
   * happened: CloudWatch looks for older data before it treats a period as missing, which takes three to four periods,
   * so the gap is filled with zero.
   */
  readonly missing: 'zero' | 'not-breaching' | 'ignore';
  /** What goes wrong and for whom, for the person on call. */
  readonly impact: string;
  /** The heading in docs/runbook.md. */
  readonly heading: string;
}

export type AlarmMetric =
  | {
      readonly own: MetricName;
      readonly statistic: 'Sum' | 'Minimum' | 'Maximum' | 'Average' | 'SampleCount';
    }
  | { readonly function: PipelineFunction; readonly metric: 'Errors' | 'Invocations' }
  | { readonly oldestMessageOf: QueueName }
  | { readonly deadLettersOf: QueueName | 'schedules' };
