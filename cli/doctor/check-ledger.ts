import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { keepsState, protectsState } from '../../shared/runtime/stage-names.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { AccountPorts } from '../aws/account.ts';
import { fixGone } from '../aws/judge-table.ts';
import type { StageOptions } from '../input/options.ts';
import { type CheckResult, failed, missing, ok, warning } from './check.ts';

/** `takeLedgerFrom`: the stage whose ledger becomes this one's. */
export interface LedgerOptions extends StageOptions {
  readonly takeLedgerFrom?: string;
}

/**
 * A table is the ledger of one stage. AWS restores into a table without these settings, and no stack sets them on a
 * table that the config or another CDK app names. `named`: the table of the config.
 */
export async function checkLedger(
  options: LedgerOptions,
  named: string | undefined,
  account: AccountPorts,
): Promise<CheckResult> {
  const { stage } = options;
  const table = named ?? (await account.readManifest(stage))?.table;
  if (table === undefined) return ok('its table is created by the first deploy');
  const found = await account.describeTable(table);
  if (found === null) return missing(`there is no table ${table}`, fixGone(options, named));
  if (!found.indexes.includes(dueIndexName))
    return failed(`${table} has no index ${dueIndexName}`, 'restore the table again, with its indexes');
  const foreign = await judgeOwner(options, table, account);
  if (foreign) return foreign;
  const which = `--table-name ${table}`;
  const lacking = [
    !found.expires && [
      'time to live',
      `update-time-to-live ${which} --time-to-live-specification Enabled=true,AttributeName=expiresAt`,
    ],
    // A stage that keeps no state has it on no table.
    keepsState(stage) &&
      !found.recovers && [
        'point-in-time recovery',
        `update-continuous-backups ${which} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
      ],
    protectsState(stage) &&
      !found.isProtected && ['deletion protection', `update-table ${which} --deletion-protection-enabled`],
  ].filter((one) => one !== false);
  if (lacking.length === 0) return ok(named ? `${table}, which the config names` : table);
  return warning(
    `${table} has no ${lacking.map(([what]) => what).join(' and no ')}`,
    lacking.map(([, command]) => `aws dynamodb ${command}`).join('; '),
  );
}

/** The finding about a table that is another stage's ledger; null if no other stage has it. */
async function judgeOwner(options: LedgerOptions, table: string, account: AccountPorts) {
  const { stage, takeLedgerFrom } = options;
  const ledger = account.openLedger(table);
  const owner = await ledger.owner.read();
  if (owner === null || owner === stage) return null;
  const found = `${table} is the ledger of the stage ${owner}, and ${stage} may not use it, too`;
  if ((await account.readManifest(owner))?.table === table)
    return failed(`${found}: ${owner} is deployed with it`, `give ${stage} a table of its own`);
  if (takeLedgerFrom === owner) {
    await ledger.owner.handOver(owner, stage);
    return null;
  }
  const command = suggest(`doctor --take-ledger-from ${owner}`, options);
  return failed(found, `give ${stage} a table of its own, or, if it is to go on with this one: ${command}`);
}
