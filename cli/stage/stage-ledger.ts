import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import { stackName, stageOutputs } from '../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../aws/account.ts';
import { findVanished } from '../words/route-row.ts';
import { openLedger } from './open-ledger.ts';

/**
 * The backlogs of removed routes in a stage; null before its first deploy, and for a stage of an earlier version,
 * whose stack does not name the table: it must not block the deploy of this version. Throws `ConfigurationError` for
 * a ledger whose restore is incomplete: its missing signals would be sent again.
 */
export function findVanishedOf(
  stage: string,
  { routes }: Pick<SignalpostConfig, 'routes'>,
  account: Pick<AccountPorts, 'describeStack'>,
): Promise<readonly PendingOfRoute[] | null> {
  return withStageLedger(stage, account, async (ledger) => {
    const cutOff = await ledger.readUnfinishedRestore();
    if (cutOff !== null) throw unfinishedRestore(stage, cutOff);
    return await findVanished(ledger, routes);
  });
}

/** null if there is no ledger yet, as above. */
export async function withStageLedger<Result>(
  stage: string,
  { describeStack }: Pick<AccountPorts, 'describeStack'>,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result | null> {
  const outputs = (await describeStack(stackName(stage, 'state')))?.outputs ?? {};
  const tableName = outputs[stageOutputs.table];
  if (!tableName) return null;
  const { ledger, close } = openLedger(tableName);
  try {
    return await work(ledger);
  } finally {
    close();
  }
}

function unfinishedRestore(stage: string, from: string): ConfigurationError {
  return new ConfigurationError([
    `--stage: the ledger of ${stage} is not complete: a restore was interrupted; ` +
      `continue it: signalpost restore --stage ${stage} --from ${from}`,
  ]);
}
