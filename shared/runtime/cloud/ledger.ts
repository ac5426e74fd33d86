import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { createDynamoDbTable } from '../../ledger/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import { createS3Blobs } from '../../ledger/s3-blobs.ts';
import { environment } from '../environment.ts';
import { systemClock, systemRandom } from '../system.ts';
import { variable } from './variable.ts';

/** The SDK waits for ever unless told otherwise, and a function that hangs is paid for until its timeout. */
const requestHandler = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/** The ledger over DynamoDB and S3, as the deployment names them. */
export function cloudLedger(): Ledger {
  return createLedger({
    table: createDynamoDbTable({
      client: new DynamoDBClient({ requestHandler }),
      tableName: variable(environment.table),
    }),
    // Path style works with every endpoint, an emulator's included.
    blobs: createS3Blobs({
      client: new S3Client({ forcePathStyle: true, requestHandler }),
      bucket: variable(environment.bucket),
    }),
    clock: systemClock,
    random: systemRandom,
  });
}
