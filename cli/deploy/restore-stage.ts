import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import { stackName, stageOutputs } from '../../shared/runtime/stage-names.ts';
import { isEmptyShell, type StackDescription } from '../aws/describe-stack.ts';
import type { CopiedLedger } from '../stage/copy-ledger.ts';
import { type CdkSubject, deployStateArguments } from './cdk-arguments.ts';
import type { RunCdk } from './run-cdk.ts';

export interface RestorePorts {
  readonly runCdk: RunCdk;
  readonly describeStack: (name: string) => Promise<StackDescription | null>;
  readonly copy: (from: string, to: string) => Promise<CopiedLedger>;
  /** The backlogs in the restored ledger. */
  readonly readPending: (table: string) => Promise<readonly PendingOfRoute[]>;
  readonly say: (line: string) => void;
}

/**
 * Copies a ledger that AWS restored into a new table to the stage's own table. The new table lacks the stage's time to
 * live, tags and point-in-time recovery, and the stage can't be pointed at it. Throws `ConfigurationError` while
 * functions are deployed: they would run on half a ledger.
 */
export async function restoreStage(subject: CdkSubject, from: string, ports: RestorePorts): Promise<void> {
  const { stage } = subject;
  const describe = async (part: 'state' | 'pipeline'): Promise<StackDescription | null> => {
    const stack = await ports.describeStack(stackName(stage, part));
    return stack === null || isEmptyShell(stack) ? null : stack;
  };
  if ((await describe('pipeline')) !== null) {
    throw new ConfigurationError([
      `--stage: the functions of ${stage} are deployed and would run on half a ledger; nothing was done. ` +
        `Take them down: npm run destroy -- --stage ${stage}`,
    ]);
  }
  if ((await describe('state')) === null) {
    ports.say(`The stage ${stage} has no table yet: its state stack is deployed first.`);
    await ports.runCdk(deployStateArguments(subject));
  }
  const table = (await describe('state'))?.outputs[stageOutputs.table];
  if (!table) {
    throw new ConfigurationError([
      `--stage: ${stackName(stage, 'state')} has no output with its table; deploy this version first: npm run deploy -- --stage ${stage}`,
    ]);
  }
  const { copied, had, expired } = await ports.copy(from, table);
  const before = had === 0 ? '' : `, ${counted(had, 'item')} had been copied before`;
  const left = expired === 0 ? '' : `, ${counted(expired, 'item')} had expired`;
  ports.say(`Restored: ${counted(copied, 'item')} copied from ${from} to ${table}${before}${left}.`);
  for (const { routeId, digests, signalsWaiting, signalsHeld } of await ports.readPending(table)) {
    const owed = [
      counted(digests.length, 'digest'),
      `${counted(signalsWaiting, 'signal')} waiting`,
      `${counted(signalsHeld, 'signal')} held back`,
    ].join(', ');
    ports.say(`  route ${routeId}: ${owed}: will be sent, a second time if they were sent after the backup`);
  }
  ports.say(`Next: npm run deploy -- --stage ${stage}`);
}
