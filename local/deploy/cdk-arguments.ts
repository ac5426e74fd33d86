import { resolve } from 'node:path';

export interface CdkSubject {
  readonly stage: string;
  /** As it was named: a relative path starts at the working directory, which is not where CDK runs. */
  readonly config: string;
}

/** The arguments that every command of CDK gets. */
function contextOf({ stage, config }: CdkSubject): string[] {
  return ['-c', `stage=${stage}`, '-c', `config=${resolve(config)}`];
}

/** `attended`: CDK asks before it gives anyone more rights. */
export function deployArguments(subject: CdkSubject, { attended }: { readonly attended: boolean }): string[] {
  const approval = attended ? 'broadening' : 'never';
  return ['deploy', '--all', '--strict', '--require-approval', approval, ...contextOf(subject)];
}

/** `readOnly`: without a change set, which CDK's lookup role could not make; a replacement then shows as possible. */
export function diffArguments(
  subject: CdkSubject,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): string[] {
  const method = readOnly ? ['--method', 'template'] : [];
  return ['diff', '--all', '--strict', ...method, ...contextOf(subject)];
}

/** Without CDK's own question: whoever calls this has asked. */
export function destroyArguments(subject: CdkSubject, stacks: readonly string[]): string[] {
  return ['destroy', ...stacks, '--exclusively', '--force', ...contextOf(subject)];
}
