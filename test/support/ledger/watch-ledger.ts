import type { FunctionWiring, KeyFamily, LedgerOperation } from '../../../functions/wiring.ts';
import { keyFamilies } from '../../../shared/ledger/items/keys.ts';
import type { Key, Table, TableWrite } from '../../../shared/ledger/table/table.ts';
import { aroundCalls, type TableMethod } from './around-calls.ts';

/** One use of the ledger, in the words of the wiring. `families` are those of all keys of the same call. */
export type LedgerUse =
  | {
      readonly kind: 'item';
      readonly operation: LedgerOperation;
      readonly families: readonly (KeyFamily | null)[];
    }
  | { readonly kind: 'due' };

/** The table with `note` told of each call before it is made, as the cloud would judge it before it is done. */
export function watchTable(table: Table, note: (use: LedgerUse) => void): Table {
  return aroundCalls(table, (method, call, [given]) => {
    for (const use of usesOf(method, given)) note(use);
    return call();
  });
}

function usesOf(method: TableMethod, given: unknown): readonly LedgerUse[] {
  if (method === 'due') return [dueUse];
  if (method === 'transact') {
    const writes = given as readonly TableWrite[];
    const families = [...new Set(writes.map((write) => familyOf(keyOf(write).pk)))];
    return [...new Set(writes.map(({ kind }) => kind))].map((kind) => itemUse(kind, families));
  }
  const keys =
    method === 'getAll' ? (given as readonly Key[]) : [keyIn(given as Key | { readonly key: Key })];
  return [itemUse(method, [...new Set(keys.map(({ pk }) => familyOf(pk)))])];
}

function keyIn(given: Key | { readonly key: Key }): Pick<Key, 'pk'> {
  return 'key' in given ? (given.key as Key) : given;
}

/** The same object for the same use, so that whoever has judged it once can tell: there are hundreds a schedule. */
function itemUse(operation: LedgerOperation, families: readonly (KeyFamily | null)[]): LedgerUse {
  const [only = null] = families;
  const key = families.length === 1 ? only : families.join(' ');
  const known = itemUses.get(operation) ?? new Map<string | null, LedgerUse>();
  const use = known.get(key) ?? { kind: 'item', operation, families };
  known.set(key, use);
  itemUses.set(operation, known);
  return use;
}

const dueUse: LedgerUse = { kind: 'due' };
const itemUses = new Map<LedgerOperation, Map<string | null, LedgerUse>>();

/**
 * Whether a function's wiring grants a use. A transaction counts as if each of its actions were judged by the keys
 * of all its writes: AWS does not say whether it is judged so or by each write's own key.
 */
export function isGranted({ ledger }: FunctionWiring, use: LedgerUse): boolean {
  if (use.kind === 'due') return ledger.due;
  const granted: readonly (KeyFamily | null)[] = ledger.items[use.operation] ?? [];
  return use.families.every(
    (family) => granted.includes(family) || (family === 'mutes' && granted.includes('routes')),
  );
}

/** A use, and a grant, as one line for each family. */
export function nameUses(name: string, use: LedgerUse): string[] {
  if (use.kind === 'due') return [`${name} due`];
  return use.families.map((family) => `${name} ${use.operation} ${family}`);
}

/** All that the wiring grants a function, in the same words. */
export function nameGrants(name: string, { ledger }: Pick<FunctionWiring, 'ledger'>): string[] {
  const operations = Object.keys(ledger.items) as LedgerOperation[];
  return [
    ...operations.flatMap((operation) =>
      (ledger.items[operation] ?? []).map((family) => `${name} ${operation} ${family}`),
    ),
    ...(ledger.due ? [`${name} due`] : []),
  ];
}

export function describeUse(use: LedgerUse): string {
  if (use.kind === 'due') return 'asks what is due';
  return `does ${use.operation} with items of ${use.families.map((family) => family ?? 'no family').join(' and ')}`;
}

const prefixes = Object.entries(keyFamilies) as readonly [KeyFamily, string][];

function familyOf(pk: string): KeyFamily | null {
  for (const [family, prefix] of prefixes) if (pk.startsWith(prefix)) return family;
  return null;
}

function keyOf(write: TableWrite): { readonly pk: string } {
  return write.kind === 'put' ? write.item : write.key;
}
