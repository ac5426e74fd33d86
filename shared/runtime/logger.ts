import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Observe } from '../domain/observation.ts';
import { composeLogLine } from './log-line.ts';
import { metricNamespace, stageDimension, unitOf } from './metric-names.ts';
import { measureObservation } from './metrics.ts';

export interface CloudObserver {
  readonly observe: Observe;
  /** Writes the metrics counted so far. At the end of each invocation, also of one that failed. */
  flush(): void;
}

/**
 * The cloud's `observe`: each observation as a JSON line on stdout, and what it measures as metrics in CloudWatch's
 * embedded format. The level is Lambda's own setting, or `POWERTOOLS_LOG_LEVEL`; INFO by default.
 */
export function createCloudObserver(settings: {
  readonly serviceName: string;
  readonly stage: string;
}): CloudObserver {
  const logger = new Logger({ serviceName: settings.serviceName });
  const metrics = new Metrics({ namespace: metricNamespace });
  // Powertools' own dimension is the function: each function would make every name a metric of its own, to be paid for.
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ [stageDimension]: settings.stage });
  return {
    observe(observation) {
      const { level, message, fields } = composeLogLine(observation);
      logger[level](message, fields);
      for (const [name, value] of measureObservation(observation)) {
        metrics.addMetric(name, unitOf(name), value);
      }
    },
    flush() {
      // Publishing nothing writes a warning.
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
