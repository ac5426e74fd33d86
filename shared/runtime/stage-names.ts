import type { QueueName } from './environment.ts';

/** What a stage may be called: its stacks and secrets carry the name. */
export const stageNamePattern = /^[a-z][a-z0-9-]{0,19}$/;

/** Whether a stage's ledger is protected against deletion, by hand too. */
export function protectsState(stage: string): boolean {
  return stage === 'prod';
}

/**
 * Whether a stage's ledger outlives its stacks. What is lost with it is sent again, so every stage keeps it but
 * `dev` and those whose names begin with `dev-`, which leave nothing behind.
 */
export function keepsState(stage: string): boolean {
  return stage !== 'dev' && !stage.startsWith('dev-');
}

export type StackPart = 'state' | 'pipeline' | 'monitoring';

export function stackName(stage: string, part: StackPart): string {
  return `signalpost-${stage}-${part}`;
}

/** The outputs by which the stacks of a stage say where its things are: `infra` writes them, the CLI reads them. */
export const stageOutputs = {
  table: 'TableName',
  /** The one that the functions were deployed with: the state stack may have been made anew since. */
  usedTable: 'UsedTableName',
  functionName: (name: string): string => `${pascalCase(name)}FunctionName`,
  queueUrl: (queue: QueueName): string => `${pascalCase(queue)}QueueUrl`,
  deadLettersUrl: (queue: QueueName): string => `${pascalCase(queue)}DeadLettersUrl`,
  scheduleDeadLettersUrl: 'ScheduleDeadLettersUrl',
  /** Only where the config names an address for alarms. */
  mailTopic: 'MailTopicArn',
  configFingerprint: 'ConfigFingerprint',
} as const;

/** `plan-polls` becomes `PlanPolls`, as the ids of constructs and outputs are written. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
