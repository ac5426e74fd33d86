import type { MetricName } from '../domain/metric-names.ts';
import type { PipelineFunction, QueueName } from '../runtime/environment.ts';

/** An alarm as data. It watches one metric, so that an operator can look up the figure that raised it. */
export interface AlarmRule<Watched = StageMetric> {
  /** Pascal case: the construct's id, and so the beginning of its name in CloudWatch. */
  readonly id: string;
  readonly watches: Watched;
  /** Alarms at this value and above; `nothing` alarms when a period has no event, for events that should happen. */
  readonly alarmsAt: number | 'nothing';
  /** Seconds. */
  readonly period: number;
  /** Alarms when `breaching` of the last `of` periods breach; ends when fewer do. */
  readonly periods: { readonly breaching: number; readonly of: number };
  /** A period without data: `fine` counts as one that does not breach, `unknown` leaves the alarm as it is. */
  readonly gap: 'fine' | 'unknown';
  /** What goes wrong and for whom, for the person on call. */
  readonly impact: string;
  /** The heading in docs/runbook.md. */
  readonly heading: string;
}

/** A figure that alarms watch and the dashboard draws. */
export type StageMetric =
  | {
      readonly own: MetricName;
      readonly statistic: 'Sum' | 'SampleCount' | 'Average' | 'Minimum' | 'Maximum' | 'p50' | 'p95';
    }
  | { readonly function: PipelineFunction; readonly metric: 'Errors' | 'Invocations' }
  | { readonly oldestMessageOf: QueueName }
  | { readonly deadLettersOf: QueueName | 'schedules' };
