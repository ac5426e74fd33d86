import { loadConfig } from '../../shared/config/load.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { findPlace, tellComparison, tellPlace } from '../aws/place.ts';
import { withAccount } from '../aws/with-account.ts';
import { diffArguments } from '../deploy/cdk-arguments.ts';
import { findConsent, mayAsk } from '../deploy/consent.ts';
import { deployStage } from '../deploy/deploy-stage.ts';
import { createRunCdk } from '../deploy/run-cdk.ts';
import { tellDeployed } from '../deploy/tell-deployed.ts';
import { tellMail } from '../deploy/tell-mail.ts';
import { loadOwnConfig } from '../own-config.ts';
import { checkTables } from '../stage/judge-tables.ts';

export interface DeployOptions {
  readonly stage: string;
  readonly config: string;
  readonly yes?: boolean;
  readonly keepPending?: boolean;
}

export interface DiffOptions {
  readonly stage: string;
  readonly config: string;
  readonly readOnly?: boolean;
}

const say = (line: string): void => console.log(line);

/** Deploys or updates a stage, and prints what runs then. */
export async function deploy(options: DeployOptions): Promise<void> {
  const { stage, keepPending = false } = options;
  const config = await loadOwnConfig(options);
  const cdkMayAsk = mayAsk(findConsent(options));
  await withAccount(async (account) => {
    const place = await findPlace(account);
    console.error(`Deploying ${stage} to ${tellPlace(place)}.`);
    await checkTables(stage, account.describeStack);
    await deployStage(
      { ...options, place },
      { mayAsk: cdkMayAsk, keepPending },
      {
        runCdk: createRunCdk(place),
        findVanished: async () => {
          const { findVanishedOf } = await import('../stage/stage-ledger.ts');
          return findVanishedOf(stage, config, account);
        },
        say,
      },
    );
  });
  const { findStage } = await import('../stage/find-stage.ts');
  const deployed = await findStage(stage);
  for (const line of tellDeployed(deployed, config, systemClock.now())) say(line);
  const address = config.alarms?.email;
  if (address && deployed.mailTopic) await tellMailOf(stage, deployed.mailTopic, address);
}

async function tellMailOf(stage: string, topic: string, address: string): Promise<void> {
  await withAccount(async ({ mailSubscription, explain }) => {
    const subscription = await mailSubscription(topic, address).catch((error: unknown) => {
      // The deploy itself succeeded: the pipeline's role of an earlier version lacks this permission.
      if (explain(error)?.kind === 'denied') return 'unknown' as const;
      throw error;
    });
    const told = tellMail(stage, address, subscription);
    if (told !== null) say(told);
  });
}

/** Shows what a deploy would change. */
export async function diff(options: DiffOptions): Promise<void> {
  await loadConfig(options.config);
  const place = await withAccount(findPlace);
  console.error(tellComparison(options.stage, place, options));
  await createRunCdk(place)(diffArguments({ ...options, place }, options));
}
