import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { type MetricName, metricNamespace, stageDimension, unitOf } from '../domain/metric-names.ts';
import { type Observe, rowOf } from '../domain/observation.ts';
import { composeLogLine } from './log-line.ts';

export interface CloudObserver {
  readonly observe: Observe;
  /** Writes the metrics so far. Call it at the end of each invocation, also a failed one. */
  flush(): void;
}

/**
 * The cloud's `observe`: writes each observation as a JSON line on stdout, and its metrics in CloudWatch's embedded
 * format. Lambda's setting or `POWERTOOLS_LOG_LEVEL` sets the level; INFO by default.
 */
export function createCloudObserver(settings: {
  readonly serviceName: string;
  readonly stage: string;
}): CloudObserver {
  const logger = new Logger({ serviceName: settings.serviceName });
  const metrics = new Metrics({ namespace: metricNamespace });
  // Powertools' default dimension is the function: each function would turn every name into another paid metric.
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ [stageDimension]: settings.stage });
  return {
    observe(observation) {
      const { level, message, fields } = composeLogLine(observation);
      logger[level](message, fields);
      const samples = rowOf(observation).measure?.(observation) ?? {};
      for (const [name, value] of Object.entries(samples) as [MetricName, number][]) {
        metrics.addMetric(name, unitOf(name), value);
      }
    },
    flush() {
      // Powertools warns if there is nothing to publish.
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
