import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { protectsState, stageOutputs } from '../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../aws/account.ts';
import { readStack } from '../aws/judge-table.ts';
import { type Check, failed, missing, ok, warning } from './check.ts';

/** The account and region that the credentials lead to. */
export function checkCredentials({ region, identity }: Pick<AccountPorts, 'region' | 'identity'>): Check {
  return {
    name: 'credentials',
    needs: [],
    async run() {
      // The region first: without a region no call can find the account.
      const found = await region();
      const { account, arn } = await identity();
      return ok(`account ${account}, region ${found}, as ${withoutSession(arn)}`);
    },
  };
}

/** The name of a session is often an email address, so it is not shown. */
function withoutSession(arn: string): string {
  return arn.replace(/^(arn:[^:]*:sts::\d*:assumed-role\/[^/]+)\/.*$/, '$1');
}

/** An address that did not confirm gets no alarm, and CloudFormation does not report it. */
export function checkMail(stage: string, address: string, account: AccountPorts): Check {
  return {
    name: 'mail of alarms',
    needs: ['stacks'],
    async run() {
      const monitoring = await readStack(stage, 'monitoring', account);
      if (monitoring === null) return ok('nothing is deployed yet');
      const topic = monitoring.outputs[stageOutputs.mailTopic];
      if (topic === undefined)
        return warning(`the deployed alarms do not mail ${address}`, `npm run deploy -- --stage ${stage}`);
      const subscription = await account.mailSubscription(topic, address);
      if (subscription === 'confirmed') return ok(`${address} has confirmed`);
      const found =
        subscription === 'pending'
          ? `${address} has not confirmed yet and gets no alarm`
          : `${address} is not subscribed and gets no alarm: the link in AWS's mail was not followed within 48 hours, or the address was unsubscribed`;
      return failed(
        found,
        `follow the link in AWS's mail; to get a new mail: aws sns subscribe --topic-arn ${topic} ` +
          `--protocol email --notification-endpoint ${address}`,
      );
    },
  };
}

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
