import { keyFamilies } from './keys.ts';
import {
  type Condition,
  type Key,
  type Table,
  type TableWrite,
  TransactionCancelledError,
} from './table/table.ts';

type Family = keyof typeof keyFamilies;
type WriteOperation = 'put' | 'update' | 'delete' | 'check';

/** A role's grants from `functions/wiring.ts`. */
export interface GrantedAccess {
  readonly items: Readonly<Partial<Record<'get' | 'getAll' | 'query' | WriteOperation, readonly Family[]>>>;
  readonly due: boolean;
}

export interface ProbedGrant {
  /** Such as `put, update of routes, tallies in one transaction`. */
  readonly use: string;
  readonly granted: boolean;
}

/**
 * Tries each grant against the table and writes nothing: every write has a condition that never holds, and permissions
 * are checked before conditions. So a failed condition means that the grant exists. Throws if the table can't be
 * reached, or if a write went through.
 */
export async function probeGrants(
  table: Table,
  { items, due }: GrantedAccess,
): Promise<readonly ProbedGrant[]> {
  const probes: { readonly use: string; readonly attempt: () => Promise<unknown> }[] = [];
  for (const family of items.get ?? []) {
    probes.push({ use: `get of ${family}`, attempt: () => table.get(probeKey(family, 'get')) });
  }
  for (const family of items.getAll ?? []) {
    const keys = [probeKey(family, 'getAll')];
    probes.push({ use: `getAll of ${family}`, attempt: () => table.getAll(keys) });
  }
  for (const family of items.query ?? []) {
    const { pk } = probeKey(family, 'query');
    probes.push({ use: `query of ${family}`, attempt: () => table.query({ pk, limit: 1 }) });
  }
  if (due) {
    const nothing = { shard: 'probe', until: 0, limit: 1 };
    probes.push({ use: 'query of the due index', attempt: () => table.due(nothing) });
  }
  for (const { operations, families } of listTransactions(items)) {
    const writes = families.flatMap((family) => operations.map((operation) => writeOf(operation, family)));
    probes.push({
      use: `${operations.join(', ')} of ${families.join(', ')} in one transaction`,
      attempt: () => attemptFailingWrite(() => table.transact(writes)),
    });
  }
  return Promise.all(probes.map(async ({ use, attempt }) => ({ use, granted: await isGranted(attempt) })));
}

const writeOperations: readonly WriteOperation[] = ['put', 'update', 'delete', 'check'];

/**
 * The largest transactions that a role may make. AWS may check each action against the keys of all writes, so a
 * transaction includes an operation only if it is granted for every family in it.
 */
function listTransactions(items: GrantedAccess['items']): {
  readonly operations: readonly WriteOperation[];
  readonly families: readonly Family[];
}[] {
  const granted = writeOperations.filter((operation) => (items[operation] ?? []).length > 0);
  const transactions = new Map<string, { operations: WriteOperation[]; families: Family[] }>();
  for (let chosen = 1; chosen < 2 ** granted.length; chosen++) {
    const operations = granted.filter((_, index) => chosen & (1 << index));
    const families = (Object.keys(keyFamilies) as Family[]).filter((family) =>
      operations.every((operation) => items[operation]?.includes(family)),
    );
    // Among transactions over the same families, keep the one with the most operations.
    const largest = transactions.get(families.join())?.operations.length ?? 0;
    if (families.length > 0 && operations.length > largest) {
      transactions.set(families.join(), { operations, families });
    }
  }
  return [...transactions.values()];
}

/** `any` of nothing never holds. */
const impossible: Condition = { kind: 'any', of: [] };

function writeOf(operation: WriteOperation, family: Family): TableWrite {
  const key = probeKey(family, operation);
  switch (operation) {
    case 'put':
      return { kind: 'put', item: { ...key, v: 1 }, condition: impossible };
    case 'update':
      return { kind: 'update', key, set: { v: 1 }, condition: impossible };
    default:
      return { kind: operation, key, condition: impossible };
  }
}

/** A key that no item has: ids of buyers, bridges, rows and routes do not begin with a full stop. */
function probeKey(family: Family, operation: string): Key {
  return { pk: `${keyFamilies[family]}.probe`, sk: operation };
}

async function attemptFailingWrite(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const reasons = error instanceof TransactionCancelledError ? error.reasons : [];
    if (reasons.some(({ code }) => code === 'condition-failed')) return;
    throw error;
  }
  throw new Error('the table accepted a write whose condition cannot hold');
}

async function isGranted(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (isAccessDenied(error)) return false;
    throw error;
  }
}

/** Recognised by name: there is no class of it. */
function isAccessDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AccessDeniedException') return true;
  // AWS documents this reason only for batches, but does not exclude it for transactions.
  const reasons = 'CancellationReasons' in error ? error.CancellationReasons : [];
  return Array.isArray(reasons) && reasons.some((reason) => reason?.Code === 'AccessDenied');
}
