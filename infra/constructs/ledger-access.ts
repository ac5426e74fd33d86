import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
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

function patternsOf(families: readonly KeyFamily[]): string[] {
  return families.map((family) => `${keyFamilies[family]}*`).sort();
}
