import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { createDynamoDbTable } from '../../ledger/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import { createS3Blobs } from '../../ledger/s3-blobs.ts';
import { environment } from '../environment.ts';
import { sdkTimeouts } from '../sdk-timeouts.ts';
import { systemClock, systemRandom } from '../system.ts';
import { variable } from './variable.ts';

const requestHandler = sdkTimeouts(3_000, 10_000);

export interface CloudLedger {
  readonly ledger: Ledger;
  close(): void;
}

/** The ledger over a table of DynamoDB and a bucket of S3. */
export function openCloudLedger(names: { readonly tableName: string; readonly bucket: string }): CloudLedger {
  const dynamoDb = new DynamoDBClient({ requestHandler });
  // Path style works with every endpoint, an emulator's included.
  const s3 = new S3Client({ forcePathStyle: true, requestHandler });
  const ledger = createLedger({
    table: createDynamoDbTable({ client: dynamoDb, tableName: names.tableName }),
    blobs: createS3Blobs({ client: s3, bucket: names.bucket }),
    clock: systemClock,
    random: systemRandom,
  });
  return {
    ledger,
    close() {
      dynamoDb.destroy();
      s3.destroy();
    },
  };
}

/** The ledger of the function that asks, as the deployment names it. */
export function cloudLedger(): Ledger {
  const names = { tableName: variable(environment.table), bucket: variable(environment.bucket) };
  return openCloudLedger(names).ledger;
}
