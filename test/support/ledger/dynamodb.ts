import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { sdkSettings } from '../../../shared/runtime/sdk-settings.ts';
import { findFreePort } from '../loopback.ts';

const binary = fileURLToPath(new URL('../../../node_modules/@dynoxide/linux-x64/dynoxide', import.meta.url));

/** packages/dynamodb-emulator brings DynamoDB's API on loopback to Linux on x64 alone; CI must have it. */
export function dynamoDbIsHere(): boolean {
  if (existsSync(binary)) return true;
  if (process.env.CI === 'true') throw new Error(`CI needs the DynamoDB emulator, missing at ${binary}`);
  console.warn('left out: the DynamoDB half of the table suite (its emulator runs on Linux x64 only)');
  return false;
}

export type LocalDynamoDb = Awaited<ReturnType<typeof startDynamoDb>>;

export async function startDynamoDb() {
  const port = await findFreePort();
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilReady(endpoint, child);
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    ...sdkSettings(3_000, 10_000),
  });
  return {
    endpoint,
    client,
    /** Makes an empty table with the due index and returns its name. */
    async createTable(TableName: string): Promise<string> {
      await client.send(new CreateTableCommand({ TableName, ...tableShape }));
      return TableName;
    },
    async close(): Promise<void> {
      client.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}

/** As the state stack makes it: its test compares both. */
export const tableShape: Omit<CreateTableCommandInput, 'TableName'> = {
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'dueShard', AttributeType: 'S' },
    { AttributeName: 'dueAt', AttributeType: 'N' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'due',
      KeySchema: [
        { AttributeName: 'dueShard', KeyType: 'HASH' },
        { AttributeName: 'dueAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
};

async function waitUntilReady(endpoint: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode !== null) throw new Error(`the DynamoDB emulator ended with ${child.exitCode}`);
    try {
      await fetch(endpoint);
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new Error('the DynamoDB emulator did not start within ten seconds');
}
