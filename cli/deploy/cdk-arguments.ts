import { resolve } from 'node:path';
import { stackName } from '../../shared/runtime/stage-names.ts';
import type { Place } from '../aws/place.ts';

export interface CdkSubject {
  readonly stage: string;
  /** As given. A relative path starts at the working directory, and CDK runs in another one. */
  readonly config: string;
  /** CDK's app refuses any other account or region. */
  readonly place: Place;
}

/** The arguments that every command of CDK gets. */
function contextOf({ stage, config, place }: CdkSubject): string[] {
  const context = {
    stage,
    config: resolve(config),
    account: place.account,
    region: place.region,
  };
  return Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** `mayAsk`: CDK asks before it grants more permissions. */
export function deployArguments(subject: CdkSubject, { mayAsk }: { readonly mayAsk: boolean }): string[] {
  const approval = mayAsk ? 'broadening' : 'never';
  return ['deploy', '--all', '--strict', '--require-approval', approval, ...contextOf(subject)];
}

/** Deploys only the table, so that it can be filled before anything runs. */
export function deployStateArguments(subject: CdkSubject): string[] {
  const stack = stackName(subject.stage, 'state');
  return ['deploy', stack, '--exclusively', '--strict', '--require-approval', 'never', ...contextOf(subject)];
}

/**
 * Compares all stacks, CDK's default. `readOnly`: without a change set, which CDK's lookup role can't create; CDK
 * then says that a resource may be replaced, not that it will be.
 */
export function diffArguments(
  subject: CdkSubject,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): string[] {
  const method = readOnly ? ['--method', 'template'] : [];
  return ['diff', '--strict', ...method, ...contextOf(subject)];
}

/** Without CDK's own question: the caller has asked already. */
export function destroyArguments(subject: CdkSubject, stacks: readonly string[]): string[] {
  return ['destroy', ...stacks, '--exclusively', '--force', ...contextOf(subject)];
}
