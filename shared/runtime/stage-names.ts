import type { QueueName, SecretScope } from './environment.ts';

/**
 * Valid stage names: they are part of the names of stacks and secrets. `dev-state` would be the state stack of `dev`, and
 * any pull request to `dev` gets the rights of GitHub's environment `dev-diff`.
 */
export const stageNamePattern = /^(?!.*-(?:state|diff)$)[a-z][a-z0-9-]{0,19}$/;
export const stageNameRule =
  '1 to 20 lower-case letters, digits or hyphens that begin with a letter and do not end in -state or -diff';

/** Deletion protection holds also against deletion by hand. */
export function protectsState(stage: string): boolean {
  return stage === 'prod';
}

/** A lost ledger means that signals are sent again. `dev` and `dev-…` leave nothing behind. */
export function keepsState(stage: string): boolean {
  return stage !== 'dev' && !stage.startsWith('dev-');
}

export type StackPart = 'state' | 'running';

/** A stack of a stage that has its own app: the table is apart, so that it can stay when the rest is deleted. */
export function stackName(stage: string, part: StackPart): string {
  return part === 'state' ? `signalpost-${stage}-state` : `signalpost-${stage}`;
}

export const tableOutput = 'TableName';

/** `infra` writes it, the CLI reads it, whichever stacks the stage is in. */
export interface StageManifest {
  readonly version: 1;
  readonly functions: Readonly<Record<string, string>>;
  readonly queues: Readonly<Partial<Record<QueueName, string>>>;
  /** Queues with messages that were not handled, and with ticks that the schedules could not deliver. */
  readonly deadLetters: Readonly<Record<'work' | 'ticks', string>>;
  /** The table that the functions use. The state stack may have been created anew since. */
  readonly table: string;
  readonly configFingerprint: string;
  /** Keyed by scope: ARNs or names that the stage's app gave. */
  readonly secrets: Readonly<Partial<Record<SecretScope, string>>>;
  /** The address ends in a slash. Only if the config has `inbound`. */
  readonly doorUrl?: string;
  /** The topic whose alarms are mailed. Only if the config has an e-mail address for alarms. */
  readonly mailTopic?: string;
  /** An app gave this topic for the alarms. */
  readonly alarmTopic?: string | undefined;
}

/** The parameter of SSM holds the manifest as JSON. */
export function manifestName(stage: string): string {
  return `/signalpost/${stage}/manifest`;
}

/** `plan-polls` becomes `PlanPolls`, as the ids of constructs and outputs are written. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
