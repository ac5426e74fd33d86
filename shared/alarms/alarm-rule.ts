import type { PipelineFunction, QueueName } from '../runtime/environment.ts';
import type { MetricName } from '../runtime/metric-names.ts';

/** An alarm as data. Of one metric: what one figure can't say, nobody can look up either. */
export interface AlarmRule<Watched = AlarmMetric> {
  /** Pascal case: the construct's id, and so the beginning of its name in CloudWatch. */
  readonly id: string;
  readonly watches: Watched;
  readonly alarmsWhen: { readonly is: '>=' | '>' | '<'; readonly threshold: number };
  /** Seconds. */
  readonly period: number;
  /** So many of the last so many periods. It is over once there are fewer. */
  readonly periods: { readonly breaching: number; readonly of: number };
  /**
   * What a period without figures counts as; `ignore` leaves the alarm as it is. `zero` is for what should have happened
   * and did not: CloudWatch itself looks for older figures before it believes that one is missing, which takes three
   * to four periods, so the gap is filled.
   */
  readonly missing: 'zero' | 'not-breaching' | 'ignore';
  /** What goes wrong for whom, for someone who is woken by it. */
  readonly impact: string;
  /** The heading in docs/runbook.md. */
  readonly heading: string;
}

export type AlarmMetric =
  | { readonly own: MetricName; readonly statistic: 'Sum' | 'Minimum' | 'Maximum' | 'Average' }
  | { readonly function: PipelineFunction; readonly metric: 'Errors' | 'Invocations' }
  | { readonly oldestMessageOf: QueueName }
  | { readonly deadLettersOf: QueueName | 'schedules' };
