/** The functions of the pipeline. */
export type PipelineFunction =
  | 'plan-polls'
  | 'poll-signals'
  | 'fetch-summaries'
  | 'compose-digests'
  | 'deliver-digest';
export type QueueName = 'poll' | 'summary' | 'compose' | 'delivery';

/** Environment variables that `infra` sets and the functions read. */
export const environment = {
  stage: 'SIGNALPOST_STAGE',
  table: 'SIGNALPOST_TABLE',
  queueUrl: (queue: QueueName): string => `SIGNALPOST_QUEUE_${queue.toUpperCase()}`,
} as const;

/** The file name of the validated config beside the bundled handler. */
export const configFileName = 'config.json';

/** The Secrets Manager name of a secret that the config refers to. */
export function cloudSecretName(stage: string, name: string): string {
  return `signalpost/${stage}/${name}`;
}
