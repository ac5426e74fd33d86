import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteTable, type SqliteTable } from '../../../machine/sqlite-table.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { dynamoDbIsHere, type LocalDynamoDb, startDynamoDb } from '../../support/ledger/dynamodb.ts';

/** A kind of table to run a suite over. */
export interface TableKind {
  readonly name: string;
  readonly isHere: boolean;
  start(): Promise<void>;
  /** An empty table, by as many connections as asked for, as instances have them. */
  connect(connections: number): Promise<readonly Table[]>;
  stop(): Promise<void>;
}

export function sqliteTables(): TableKind {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-upstream-'));
  const opened: SqliteTable[] = [];
  let files = 0;
  return {
    name: 'SQLite',
    isHere: true,
    start: async () => {},
    connect: async (connections) => {
      const file = join(directory, `${files++}.db`);
      const tables = Array.from({ length: connections }, () => openSqliteTable(file));
      opened.push(...tables);
      return tables;
    },
    stop: async () => {
      for (const table of opened) table.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export function dynamoDbTables(): TableKind {
  let dynamoDb: LocalDynamoDb | undefined;
  let names = 0;
  return {
    name: 'DynamoDB',
    isHere: dynamoDbIsHere(),
    start: async () => {
      dynamoDb = await startDynamoDb();
    },
    connect: async (connections) => {
      if (!dynamoDb) throw new Error('the emulator is started before the first test');
      const { client } = dynamoDb;
      const tableName = await dynamoDb.createTable(`upstream-${names++}`);
      return Array.from({ length: connections }, () => createDynamoDbTable({ client, tableName }));
    },
    stop: async () => dynamoDb?.stop(),
  };
}
