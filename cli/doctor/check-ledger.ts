import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { protectsState } from '../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../aws/account.ts';
import { type Check, failed, missing, ok, warning } from './check.ts';

/** AWS restores into a table without these settings, and no stack sets them on a table that the config names. */
export function checkLedger(
  stage: string,
  table: string,
  account: Pick<AccountPorts, 'describeTable'>,
): Check {
  return {
    name: 'ledger',
    needs: ['credentials'],
    async run() {
      const found = await account.describeTable(table);
      if (found === null)
        return missing(
          `there is no table ${table}`,
          'name a table of this account in ledger.table of the config',
        );
      if (!found.indexes.includes(dueIndexName))
        return failed(`${table} has no index ${dueIndexName}`, 'restore the table again, with its indexes');
      const named = `--table-name ${table}`;
      const lacking = [
        !found.expires && [
          'time to live',
          `update-time-to-live ${named} --time-to-live-specification Enabled=true,AttributeName=expiresAt`,
        ],
        !found.recovers && [
          'point-in-time recovery',
          `update-continuous-backups ${named} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
        ],
        protectsState(stage) &&
          !found.isProtected && [
            'deletion protection',
            `update-table ${named} --deletion-protection-enabled`,
          ],
      ].filter((one) => one !== false);
      if (lacking.length === 0) return ok(`${table}, which the config names`);
      return warning(
        `${table} has no ${lacking.map(([what]) => what).join(' and no ')}`,
        lacking.map(([, command]) => `aws dynamodb ${command}`).join('; '),
      );
    },
  };
}
