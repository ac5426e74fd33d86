/** The way of a signal. */
export type PipelineFunction =
  | 'plan-polls'
  | 'poll-signals'
  | 'fetch-summaries'
  | 'compose-digests'
  | 'deliver-digest';
export type QueueName = 'poll' | 'summary' | 'delivery';

/** How the cloud tells a function where its things are: `infra` sets these variables, the functions read them. */
export const environment = {
  stage: 'SIGNALPOST_STAGE',
  table: 'SIGNALPOST_TABLE',
  /** What the function's role may do to the table, as JSON: it tries that when it is asked to. */
  grants: 'SIGNALPOST_GRANTS',
  queueUrl: (queue: QueueName): string => `SIGNALPOST_QUEUE_${queue.toUpperCase()}`,
} as const;

/** The validated config lies beside the bundled handler under this name. */
export const configFileName = 'config.json';

/** The Secrets Manager name of a secret that the config refers to. */
export function cloudSecretName(stage: string, name: string): string {
  return `signalpost/${stage}/${name}`;
}
