import { cloudSecretName } from '../../functions/wiring.ts';
import { loadConfig } from '../../shared/config/load.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { AccountPorts } from '../aws/account.ts';
import { findPlace, tellPlace } from '../aws/place.ts';
import { withAccount } from '../aws/with-account.ts';
import type { CdkSubject } from '../deploy/cdk-arguments.ts';
import { checkConsent, confirmDestroy, findConsent } from '../deploy/consent.ts';
import { destroyStage, tellIntention } from '../deploy/destroy-stage.ts';
import { createRunCdk } from '../deploy/run-cdk.ts';
import { listSecretUses } from '../secrets/secret-uses.ts';

export interface DestroyOptions {
  readonly stage: string;
  readonly config: string;
  readonly yes?: boolean;
}

const say = (line: string): void => console.log(line);

/** Takes a stage down, and lists everything that it keeps. */
export async function destroy(options: DestroyOptions): Promise<void> {
  const { stage } = options;
  const config = await loadConfig(options.config);
  const consent = findConsent(options);
  checkConsent(consent);
  await withAccount(async (account) => {
    const place = await findPlace(account);
    console.error(tellIntention(stage, place));
    await confirmDestroy(stage, consent);
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
  if (!anything) say(`Nothing of the stage ${stage} runs in ${tellPlace(place)}: nothing was destroyed.`);
}

/** No stack owns the secrets, and the next deploy needs them again. */
async function tellKeptSecrets(stage: string, config: SignalpostConfig): Promise<void> {
  const { openStageSecrets } = await import('../secrets/stage-secrets.ts');
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
