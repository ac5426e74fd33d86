import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PendingOfRoute } from '../../../shared/ledger/routes/pending.ts';
import { openCloudLedger } from '../../../shared/runtime/cloud/ledger.ts';
import { sdkTimeouts } from '../../../shared/runtime/sdk-timeouts.ts';
import { type CopiedLedger, copyLedger, type LedgerCopy } from './copy-ledger.ts';

/** Ledgers of this account by their tables' names, whether or not a stage has them. */
export interface LedgerTables {
  copy(copy: LedgerCopy): Promise<CopiedLedger>;
  /** Of every route that something is pending for. */
  readPending(tableName: string): Promise<readonly PendingOfRoute[]>;
  close(): void;
}

export function openLedgerTables(): LedgerTables {
  const client = new DynamoDBClient({ requestHandler: sdkTimeouts(3_000, 10_000) });
  return {
    copy: (copy) => copyLedger(client, copy),
    async readPending(tableName) {
      const { ledger, close } = openCloudLedger({ tableName });
      try {
        return await ledger.findVanished([]);
      } finally {
        close();
      }
    },
    close: () => client.destroy(),
  };
}
