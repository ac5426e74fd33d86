import type { Command } from 'commander';
import { loadConfig } from '../../../shared/config/load.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { cloudSecretName } from '../../../shared/runtime/environment.ts';
import { now } from '../../machine/tick.ts';
import { findPlace, tellComparison, tellPlace } from '../../operate/aws/place.ts';
import { type CdkSubject, diffArguments } from '../../operate/deploy/cdk-arguments.ts';
import { attendanceOf, checkConsentable, confirmDestroy, isAttended } from '../../operate/deploy/consent.ts';
import { deployStage } from '../../operate/deploy/deploy-stage.ts';
import { destroyStage, tellIntention } from '../../operate/deploy/destroy-stage.ts';
import { createRunCdk } from '../../operate/deploy/run-cdk.ts';
import { tellDeployed } from '../../operate/deploy/tell-deployed.ts';
import { tellMail } from '../../operate/deploy/tell-mail.ts';
import type { AccountPorts } from '../../operate/doctor/account/check-account.ts';
import { listSecretUses } from '../../operate/secrets/secret-uses.ts';
import { checkTables } from '../../operate/stage/judge-tables.ts';
import { stageOption } from '../options.ts';

interface StageCommandOptions {
  readonly stage: string;
  readonly config: string;
  readonly yes?: boolean;
  readonly keepPending?: boolean;
  readonly readOnly?: boolean;
}

export function addDeployCommands(program: Command): void {
  const add = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .addOption(stageOption('the stage, such as dev or prod').makeOptionMandatory())
      .option('--config <file>', 'the config: .ts, .mjs or .json', 'signalpost.config.ts');
  add('deploy', "deploy a stage, or update it, with the project's own CDK")
    .option('--yes', 'ask nothing')
    .option('--keep-pending', 'deploy although removed routes have something pending')
    .action(deploy);
  add('diff', 'show the changes that a deploy would make')
    .option('--read-only', "compare templates only, with the permissions of CDK's lookup role")
    .action(diff);
  add('destroy', 'take a stage down; every stage except dev and dev-… keeps its state')
    .option('--yes', 'ask nothing')
    .action(destroy);
}

const say = (line: string): void => console.log(line);

async function deploy(options: StageCommandOptions): Promise<void> {
  const { stage, keepPending = false } = options;
  const config = await loadConfig(options.config);
  const attended = isAttended(attendanceOf(options));
  await withAccount(async (account) => {
    const place = await findPlace(account);
    console.error(`Deploys ${stage} in ${tellPlace(place)}.`);
    await checkTables(stage, account.describeStack);
    await deployStage(
      { ...options, place },
      { attended, keepPending },
      {
        runCdk: createRunCdk(place),
        findVanished: async () => {
          const { findVanishedOf } = await import('../../operate/deploy/find-vanished.ts');
          return findVanishedOf(stage, config, account);
        },
        say,
      },
    );
  });
  const { findStage } = await import('../../operate/stage/find-stage.ts');
  const deployed = await findStage(stage);
  for (const line of tellDeployed(deployed, config, now())) say(line);
  const address = config.alarms?.email;
  if (address && deployed.mailTopic) await tellMailOf(stage, deployed.mailTopic, address);
}

async function tellMailOf(stage: string, topic: string, address: string): Promise<void> {
  await withAccount(async ({ mailSubscription, explain }) => {
    const subscription = await mailSubscription(topic, address).catch((error: unknown) => {
      // The deploy is done: a pipeline's role of an earlier version may not look.
      if (explain(error)?.kind === 'denied') return 'unknown' as const;
      throw error;
    });
    const told = tellMail(stage, address, subscription);
    if (told !== null) say(told);
  });
}

async function diff(options: StageCommandOptions): Promise<void> {
  await loadConfig(options.config);
  const place = await withAccount(findPlace);
  console.error(tellComparison(options.stage, place, options));
  await createRunCdk(place)(diffArguments({ ...options, place }, options));
}

async function destroy(options: StageCommandOptions): Promise<void> {
  const { stage } = options;
  const config = await loadConfig(options.config);
  const attendance = attendanceOf(options);
  checkConsentable(attendance);
  await withAccount(async (account) => {
    const place = await findPlace(account);
    console.error(tellIntention(stage, place));
    await confirmDestroy(stage, attendance);
    await takeDown({ ...options, place }, account);
  });
  await tellKeptSecrets(stage, config);
}

async function takeDown(subject: CdkSubject, { describeStack }: AccountPorts): Promise<void> {
  const { stage, place } = subject;
  const anything = await destroyStage(subject, {
    runCdk: createRunCdk(place),
    isDeployed: async (stack) => (await describeStack(stack)) !== null,
    say,
  });
  if (!anything) say(`Nothing of the stage ${stage} runs in ${tellPlace(place)}: nothing is destroyed.`);
}

/** They were not made by a stack, and another deploy wants them again. */
async function tellKeptSecrets(stage: string, config: SignalpostConfig): Promise<void> {
  const { openStageSecrets } = await import('../../operate/secrets/stage-secrets.ts');
  const secrets = openStageSecrets(stage);
  try {
    for (const { name } of listSecretUses(config)) {
      if ((await secrets.describe(name)).state !== 'there') continue;
      const id = cloudSecretName(stage, name);
      say(`Kept: the secret ${id}. To delete it: aws secretsmanager delete-secret --secret-id ${id}`);
    }
  } finally {
    secrets.close();
  }
}

async function withAccount<Result>(work: (account: AccountPorts) => Promise<Result>): Promise<Result> {
  // Loaded here: the SDK takes a while, which a help text and a wrong flag need not wait for.
  const { openAccount } = await import('../../operate/aws/account.ts');
  const account = openAccount();
  try {
    return await work(account);
  } finally {
    account.close();
  }
}
