import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PipelineFunction, pipelineFunctions } from '../../../functions/wiring.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { dueShards, keyFamilies } from '../../../shared/ledger/keys.ts';
import { probeGrants } from '../../../shared/ledger/probe-grants.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { dynamoDbIsHere, type LocalDynamoDb, startDynamoDb } from '../../support/ledger/dynamodb.ts';

describe.runIf(dynamoDbIsHere())('a probe of grants over the API of DynamoDB', () => {
  let dynamoDb: LocalDynamoDb;
  let table: Table;
  beforeAll(async () => {
    dynamoDb = await startDynamoDb();
    const tableName = await dynamoDb.createTable('probed');
    table = createDynamoDbTable({ client: dynamoDb.client, tableName });
  });
  afterAll(() => dynamoDb.stop());

  it.each(Object.keys(pipelineFunctions) as PipelineFunction[])(
    'takes a cancelled transaction for a grant of %s, and leaves nothing behind',
    async (name) => {
      const probed = await probeGrants(table, pipelineFunctions[name].ledger);

      expect(probed.every(({ granted }) => granted)).toBe(true);
      for (const family of Object.values(keyFamilies)) {
        expect((await table.query({ pk: `${family}.probe` })).items).toEqual([]);
      }
      for (const shard of dueShards) {
        expect((await table.due({ shard, until: Number.MAX_SAFE_INTEGER })).items).toEqual([]);
      }
    },
  );
});
