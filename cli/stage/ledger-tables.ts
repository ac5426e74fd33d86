import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { type CopiedLedger, copyLedger, type LedgerCopy } from './copy-ledger.ts';
import { openLedger } from './open-ledger.ts';

/** Ledgers of this account by the names of their tables, whether or not a stage uses them. */
export interface LedgerTables {
  copy(copy: LedgerCopy): Promise<CopiedLedger>;
  /** The backlog of every route that has one. */
  readPending(tableName: string): Promise<readonly PendingOfRoute[]>;
  close(): void;
}

export function openLedgerTables(): LedgerTables {
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  return {
    copy: (copy) => copyLedger(client, copy),
    async readPending(tableName) {
      const { ledger, close } = openLedger(tableName);
      try {
        return await ledger.findVanished([]);
      } finally {
        close();
      }
    },
    close: () => client.destroy(),
  };
}
