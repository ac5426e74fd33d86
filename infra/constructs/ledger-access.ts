import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { KeyFamily, LedgerAccess, LedgerOperation } from '../../functions/wiring.ts';
import { keyFamilies } from '../../shared/ledger/keys.ts';
import { dueIndexName } from '../../shared/ledger/table/table.ts';

/** The stage's own table, or one that the config names. */
export type LedgerTable = Pick<ITable, 'tableName' | 'tableArn'>;

/** A transaction needs the action of each of its writes; it has none of its own. */
const actions: Readonly<Record<LedgerOperation, string>> = {
  get: 'dynamodb:GetItem',
  getAll: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

/**
 * The policy statements for a function's operations in the wiring: operations on the same families share a statement.
 * `ForAllValues` is true for a request without keys, so never add an action that can work without a key (Scan,
 * PartiQL).
 */
export function tableStatements({ items, due }: LedgerAccess, table: LedgerTable): PolicyStatement[] {
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
  // No condition: the due shards are the whole index, and it holds only keys.
  const index = `${table.tableArn}/index/${dueIndexName}`;
  return [...statements, new PolicyStatement({ actions: [actions.query], resources: [index] })];
}

function patternsOf(families: readonly KeyFamily[]): string[] {
  return families.map((family) => `${keyFamilies[family]}*`).sort();
}
