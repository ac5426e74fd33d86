import { resolve } from 'node:path';
import { stackName } from '../../../shared/runtime/stage-names.ts';
import type { Place } from '../aws/place.ts';

export interface CdkSubject {
  readonly stage: string;
  /** As it was named: a relative path starts at the working directory, which is not where CDK runs. */
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

/** `mayAsk`: CDK asks before it gives anyone more rights. */
export function deployArguments(subject: CdkSubject, { mayAsk }: { readonly mayAsk: boolean }): string[] {
  const approval = mayAsk ? 'broadening' : 'never';
  return ['deploy', '--all', '--strict', '--require-approval', approval, ...contextOf(subject)];
}

/** The table alone, so that it can be filled before anything runs. */
export function deployStateArguments(subject: CdkSubject): string[] {
  const stack = stackName(subject.stage, 'state');
  return ['deploy', stack, '--exclusively', '--strict', '--require-approval', 'never', ...contextOf(subject)];
}

/**
 * Of all stacks, as CDK does where none is named. `readOnly`: without a change set, which CDK's lookup role could not
 * make; a replacement then shows as possible.
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
