import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { PendingOfRoute } from '../../shared/ledger/pending.ts';
import { openCloudLedger } from '../../shared/runtime/cloud/ledger.ts';
import { stackName, stageOutputs } from '../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../doctor/check-account.ts';

/**
 * What is pending in a stage for routes that the config has not; null before its first deploy, and for one that an
 * earlier version deployed: its stack does not tell where the ledger is, and must not keep this version from coming.
 */
export async function findVanishedOf(
  stage: string,
  { routes }: Pick<SignalpostConfig, 'routes'>,
  { describeStack }: Pick<AccountPorts, 'describeStack'>,
): Promise<readonly PendingOfRoute[] | null> {
  const outputs = (await describeStack(stackName(stage, 'state')))?.outputs ?? {};
  const tableName = outputs[stageOutputs.table];
  if (!tableName) return null;
  const { ledger, close } = openCloudLedger({ tableName });
  try {
    return await ledger.findVanished(routes.map(({ id }) => id));
  } finally {
    close();
  }
}
