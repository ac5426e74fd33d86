import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import { needOfVanished, tellNeed } from '../words/route-needs.ts';
import { type CdkSubject, deployArguments } from './cdk-arguments.ts';
import type { RunCdk } from './run-cdk.ts';

export interface DeployPorts {
  readonly runCdk: RunCdk;
  /** The backlogs of routes that were removed from the config; null before the first deploy. */
  readonly findVanished: () => Promise<readonly PendingOfRoute[] | null>;
  readonly say: (line: string) => void;
}

export interface DeployOptions {
  /** CDK may ask. */
  readonly mayAsk: boolean;
  /** Deploy although removed routes have a backlog: it is kept. */
  readonly keepPending: boolean;
}

/**
 * Deploys every stack of a stage. Throws `ConfigurationError` before anything changes if a removed route has a backlog
 * and `keepPending` is false.
 */
export async function deployStage(
  subject: CdkSubject,
  options: DeployOptions,
  ports: DeployPorts,
): Promise<void> {
  const vanished = ((await ports.findVanished()) ?? []).map((pending) =>
    needOfVanished(pending, ` --stage ${subject.stage}`),
  );
  if (vanished.length > 0 && !options.keepPending) {
    throw new ConfigurationError([
      ...vanished.map(tellNeed),
      'nothing was deployed; to deploy and keep the backlog, add --keep-pending',
    ]);
  }
  for (const need of vanished) ports.say(`Kept: ${tellNeed({ ...need, fix: null })}.`);
  await ports.runCdk(deployArguments(subject, options));
}
