import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Observe } from '../domain/observation.ts';
import { composeLogLine } from './log-line.ts';
import { metricNamespace } from './metric-names.ts';
import { countObservation } from './metrics.ts';

export interface CloudObserver {
  readonly observe: Observe;
  /** Writes the metrics counted so far. At the end of each invocation, also of one that failed. */
  flush(): void;
}

/**
 * The cloud's `observe`: each observation as a JSON line on stdout, and its counts as metrics in CloudWatch's
 * embedded format. The level is Lambda's own setting, or `POWERTOOLS_LOG_LEVEL`; INFO by default.
 */
export function createCloudObserver({ serviceName }: { readonly serviceName: string }): CloudObserver {
  const logger = new Logger({ serviceName });
  const metrics = new Metrics({ serviceName, namespace: metricNamespace });
  return {
    observe(observation) {
      const { level, message, fields } = composeLogLine(observation);
      logger[level](message, fields);
      for (const [name, count] of countObservation(observation))
        metrics.addMetric(name, MetricUnit.Count, count);
    },
    flush() {
      // Publishing nothing writes a warning.
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
