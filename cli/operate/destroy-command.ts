import type { Command } from 'commander';
import { cloudSecretName, secretScopes } from '../../functions/wiring.ts';
import { loadConfig } from '../../shared/config/load.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { keepsState, protectsState, type StackPart, stackName } from '../../shared/runtime/stage-names.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { AccountPorts } from '../aws/account.ts';
import { runCdk } from '../aws/cdk.ts';
import { describeAccount, loadAccount, type Place } from '../aws/place.ts';
import { checkTerminal, confirmByName } from '../input/ask.ts';
import { addStageOptions, print, type StageOptions } from '../input/options.ts';

export function addCommands(program: Command): void {
  addStageOptions(program.command('destroy'))
    .description('take a stage down; every stage except dev and dev-… keeps its state')
    .option('--yes', 'skip all questions')
    .action(destroy);
}

async function destroy(options: StageOptions & { readonly yes?: boolean }): Promise<void> {
  const { stage, yes = false } = options;
  await loadConfig(options.config);
  if (!yes) checkTerminal(`the stage ${stage} would be destroyed`);
  const account = await loadAccount();
  const { place } = await account.identify();
  const intention = describeIntention(stage, place);
  if (yes) console.error(intention);
  else await confirmByName(stage, intention);
  const cdk = (args: readonly string[]) => runCdk(args, account, place, options);
  const result = await destroyStage(options, place, cdk, account);
  // No stack owns the secrets, and the next deploy needs them again.
  const command = 'aws secretsmanager delete-secret --secret-id';
  const [api, ...others] = secretScopes.map((scope) => cloudSecretName(stage, scope));
  const kept = `Kept: its secrets. To delete them: ${command} ${api}, and the same for ${others.join(' and ')}`;
  print(options, { stage, ...place, result }, [result, kept]);
}

/** A sentence that is shown before the question. */
export function describeIntention(stage: string, place: Place): string {
  const where = `In ${describeAccount(place)}: this destroys`;
  if (!keepsState(stage))
    return `${where} all of the stage ${stage}, with its ledger: everything seen and pending. This can't be undone.`;
  const how = protectsState(stage) ? 'is protected and is kept' : 'is kept';
  return `${where} the functions, queues, schedules and alarms of the stage ${stage}. Its state (${stackName(stage, 'state')}) ${how}: everything seen and pending.`;
}

/**
 * Takes a stage down: its running parts, then its state unless the stage keeps it. Returns the result in a sentence. Throws
 * `ConfigurationError` if another CDK app deployed it.
 */
export async function destroyStage(
  options: StageOptions,
  place: Place,
  cdk: (args: readonly string[]) => Promise<unknown>,
  account: Pick<AccountPorts, 'describeStack' | 'readManifest'>,
): Promise<string> {
  const { stage } = options;
  // CDK asks nothing itself: the caller has asked already.
  const destroy = (stack: string) => cdk(['destroy', stack, '--exclusively', '--force']);
  const isDeployed = async (part: StackPart) => (await account.describeStack(stage, part)) !== null;
  const isRunning = await isDeployed('running');
  if (!isRunning && (await account.readManifest(stage)))
    throw new ConfigurationError([
      `--stage: ${stage} was deployed here by another CDK app; nothing was destroyed; destroy it with that app`,
    ]);
  if (isRunning) await destroy(stackName(stage, 'running'));
  const state = stackName(stage, 'state');
  if (await isDeployed('state')) {
    if (keepsState(stage))
      return `Kept: ${state}, the ledger. ${suggest('deploy', options)} continues with it.`;
    await destroy(state);
  } else if (!isRunning)
    return `Nothing of the stage ${stage} runs in ${describeAccount(place)}: nothing was destroyed.`;
  return `Destroyed: the stage ${stage} in ${describeAccount(place)}.`;
}
