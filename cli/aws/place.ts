import type { AccountPorts } from './account.ts';
import type { StageSecrets } from './stage-secrets.ts';

/** The account and region that a command acts in. */
export type Place = Awaited<ReturnType<AccountPorts['identify']>>['place'];

/** The account of this machine's credentials. Nothing to close: idle connections keep no process alive. */
export async function loadAccount(): Promise<AccountPorts> {
  // Imported here: the SDK loads slowly, and a help text or an error about a flag must not wait for it.
  const { openAccount } = await import('./account.ts');
  return openAccount();
}

/** The secrets of a stage in that account. */
export async function loadStageSecrets(stage: string): Promise<StageSecrets> {
  const { openStageSecrets } = await import('./stage-secrets.ts');
  return openStageSecrets(stage);
}

export function describeAccount({ account, region }: Place): string {
  return `account ${account}, region ${region}`;
}
