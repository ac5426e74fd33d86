import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { KeyFamily, LedgerAccess, LedgerOperation } from '../../functions/wiring.ts';
import { keyFamilies } from '../../shared/ledger/keys.ts';
import { dueIndexName } from '../state-stack.ts';

/** A transaction has no action of its own: it needs the action of each of its writes. */
const actions: Readonly<Record<LedgerOperation, string>> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
};

/**
 * What lets a function do to the table what its wiring says: operations that have the same families share a statement.
 * `ForAllValues` is true of no keys at all, so no action that can do without a key (Scan, PartiQL) may join them.
 */
export function tableStatements({ items, due }: LedgerAccess, table: Table): PolicyStatement[] {
  const operations = Object.keys(items) as LedgerOperation[];
  const alike = Map.groupBy(operations, (operation) => patternsOf(items[operation] ?? []).join(' '));
  const statements = [...alike].map(([patterns, members]) => {
    return new PolicyStatement({
      actions: members.map((operation) => actions[operation]),
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns.split(' ') } },
    });
  });
  if (!due) return statements;
  // Without a condition: the shards of what is due are the whole index, and it holds nothing but keys.
  const index = `${table.tableArn}/index/${dueIndexName}`;
  return [...statements, new PolicyStatement({ actions: [actions.query], resources: [index] })];
}

/** The same for the bucket; empty when the wiring grants none of it. */
export function blobStatements({ blobs }: LedgerAccess, bucket: Bucket): PolicyStatement[] {
  if (blobs.length === 0) return [];
  const objectActions = { get: 's3:GetObject', put: 's3:PutObject' } as const;
  const objects = new PolicyStatement({
    actions: blobs.map((operation) => objectActions[operation]),
    resources: [blobsArn(bucket)],
  });
  if (!blobs.includes('get')) return [objects];
  // Without it S3 answers "access denied" for a blob that is missing, and the alarm would mislead.
  const list = new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });
  return [objects, list];
}

export function blobsArn(bucket: Bucket): string {
  return bucket.arnForObjects('blobs/*');
}

function patternsOf(families: readonly KeyFamily[]): string[] {
  return families.map((family) => `${keyFamilies[family]}*`).sort();
}
