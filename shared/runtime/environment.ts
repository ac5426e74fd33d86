export type PipelineFunction =
  | 'plan-polls'
  | 'poll-signals'
  | 'fetch-summaries'
  | 'compose-digests'
  | 'deliver-digest'
  | 'receive-events'
  | 'answer-clicks';
export type QueueName = 'poll' | 'summary' | 'compose' | 'delivery' | 'events' | 'urgent' | 'clicks';

/** Environment variables that `infra` sets and the functions read. */
export const environment = {
  stage: 'SIGNALPOST_STAGE',
  table: 'SIGNALPOST_TABLE',
  /** ARNs, separated by spaces. Absent if nobody is told of alarms. */
  alarmTopics: 'SIGNALPOST_ALARM_TOPICS',
  queueUrl: (queue: QueueName): string => `SIGNALPOST_QUEUE_${queue.toUpperCase()}`,
  /** It is set only if the stage's secret does not have the name that `cloudSecretName` gives. */
  secret: (scope: SecretScope): string => `SIGNALPOST_SECRET_${scope.toUpperCase()}`,
} as const;

export const configFileName = 'config.json';

/** Secrets of a scope are stored together and read by the same functions. `inbound`: of what calls in. */
export type SecretScope = (typeof secretScopes)[number];
export const secretScopes = ['api', 'destinations', 'alarms', 'inbound'] as const;

export function cloudSecretName(stage: string, scope: SecretScope): string {
  return `signalpost/${stage}/${scope}`;
}
