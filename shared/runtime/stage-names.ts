import { createHash } from 'node:crypto';
import type { SignalpostConfig } from '../config/signalpost-config.ts';
import { ConfigurationError } from '../domain/errors.ts';
import type { QueueName } from './environment.ts';

/** Valid stage names: they are part of the names of stacks and secrets. */
export const stageNamePattern = /^[a-z][a-z0-9-]{0,19}$/;

/** Whether a stage's ledger has deletion protection, also against deletion by hand. */
export function protectsState(stage: string): boolean {
  return stage === 'prod';
}

/**
 * Whether a stage's ledger outlives its stacks. A lost ledger means that signals are sent again, so every stage keeps
 * it except `dev` and `dev-…`, which leave nothing behind.
 */
export function keepsState(stage: string): boolean {
  return stage !== 'dev' && !stage.startsWith('dev-');
}

export type StackPart = 'state' | 'pipeline' | 'monitoring';

export function stackName(stage: string, part: StackPart): string {
  return `signalpost-${stage}-${part}`;
}

/** The outputs of a stage's stacks: `infra` writes them, the CLI reads them. */
export const stageOutputs = {
  table: 'TableName',
  /** The table that the functions were deployed with: the state stack may have been created anew since. */
  usedTable: 'UsedTableName',
  functionName: (name: string): string => `${pascalCase(name)}FunctionName`,
  queueUrl: (queue: QueueName): string => `${pascalCase(queue)}QueueUrl`,
  /** Of all queues. */
  deadLettersUrl: 'DeadLettersUrl',
  scheduleDeadLettersUrl: 'ScheduleDeadLettersUrl',
  /** Only if the config has an e-mail address for alarms. */
  mailTopic: 'MailTopicArn',
  configFingerprint: 'ConfigFingerprint',
} as const;

/** `plan-polls` becomes `PlanPolls`, as the ids of constructs and outputs are written. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A hash of the checked config, independent of its file: shows whether a stage runs this config. */
export function fingerprintConfig(config: SignalpostConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
}

/** Throws `ConfigurationError` if the config is not allowed in this stage. */
export function checkStageTakes(stage: string, config: SignalpostConfig): void {
  const problem = findStageProblem(stage, config);
  if (problem !== null) throw new ConfigurationError([`${problem.found}; ${problem.fix}`]);
}

/**
 * Why a config is not allowed in a stage, with the fix; null if it is. `local` permits plain http and loopback addresses,
 * which a stage with protected state must never use; it needs an answer to who is told when it fails, too. Two stages
 * that share a config must not share a ledger, and the roles of a deploy pipeline reach only tables of their stage.
 */
export function findStageProblem(stage: string, { local, ledger, alarms, tellsNobody }: SignalpostConfig) {
  if (protectsState(stage) && local) {
    return {
      found: `local: found true for the stage ${stage}, whose digests could then be sent over plain http`,
      fix: 'remove "local" from the config, or name another stage',
    };
  }
  if (protectsState(stage) && alarms?.to === undefined && !tellsNobody) {
    return {
      found: `alarms.to: is missing for the stage ${stage}: nobody would be told when it fails`,
      fix: 'add "to" to alarms, or write "alarms": "none"',
    };
  }
  const prefix = `${stackName(stage, 'state')}-`;
  if (ledger === undefined || ledger.table.startsWith(prefix)) return null;
  return {
    found: `ledger.table: found ${JSON.stringify(ledger.table)} for the stage ${stage}`,
    fix: `name a table that begins with ${prefix}: restore the ledger into such a table, or give each stage its own config`,
  };
}
