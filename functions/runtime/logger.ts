import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { metricNamespace, stageDimension, sweepsEnded } from '../../shared/domain/metric-names.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import { type Observation, rowOf } from '../observations/observation.ts';

export type CloudObserver = ReturnType<typeof createCloudObserver>;

/** Lambda's setting or `POWERTOOLS_LOG_LEVEL` sets the level; INFO by default. */
export function createCloudObserver(settings: { readonly serviceName: string; readonly stage: string }) {
  const logger = new Logger({ serviceName: settings.serviceName });
  const metrics = new Metrics({ namespace: metricNamespace });
  // Powertools' default dimension is the function: each function would turn every name into another paid metric.
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ [stageDimension]: settings.stage });
  return {
    observe(observation: Observation): void {
      const { level, message, fields } = composeLogLine(observation);
      logger[level](message, fields);
      if (observation.kind === 'sweep-ended') metrics.addMetric(sweepsEnded, 'Count', 1);
    },
    /** Call it at the end of each invocation, also a failed one. */
    flush(): void {
      // Powertools warns if there is nothing to publish.
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}

type Logged = string | number | boolean | null;

/** A kind is one word to search by. Sentences are redacted again, since they may quote foreign text. */
export function composeLogLine(observation: Observation) {
  const { level, log } = rowOf(observation);
  const fields: Record<string, Logged> = {};
  const write = (name: string, value: unknown): void => {
    if (value !== undefined) fields[name] = toLogged(value);
  };
  // Links the lines of one digest, or of one tick, from its plan to its signals.
  if ('digestId' in observation) write('correlation_id', observation.digestId);
  else if ('slot' in observation) write('correlation_id', observation.slot);
  for (const field of log) write(field, observation[field]);
  const loggedAt = typeof level === 'function' ? level(observation) : level;
  return { level: loggedAt, message: observation.kind, fields };
}

function toLogged(value: unknown): Logged {
  // A list becomes one text: Logs Insights makes a field of each element, and has a limit on fields.
  if (Array.isArray(value)) return redactText(value.join(' '));
  if (typeof value === 'string') return redactText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
