import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import type { Condition, Item, Table, TableWrite, Value } from '../../../shared/ledger/table/table.ts';
import { dynamoDbIsHere, startDynamoDb } from '../../support/ledger/dynamodb.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

type Step =
  | { readonly do: 'put'; readonly write: Extract<TableWrite, { kind: 'put' }> }
  | { readonly do: 'update'; readonly write: Extract<TableWrite, { kind: 'update' }> }
  | { readonly do: 'transact'; readonly writes: readonly TableWrite[] };

const attribute = fc.constantFrom('a', 'b', 'constructor', 'x.y');
const text = fc.constantFrom('', 'a', '5', '\uffff', '\u{1F600}', '\ud800');
const number = fc.constantFrom(-0, 0, 5, 2.5, -1e30, 1e-7);
const scalar = fc.oneof(text, number, fc.boolean());
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.constant(null),
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(attribute, scalar, { maxKeys: 2 }),
);
const attributes = fc.dictionary(attribute, value, { maxKeys: 3 });
const compared: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    attribute,
    is: fc.constant('=' as const),
    value: fc.oneof(text, number),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    attribute,
    is: fc.constantFrom('<' as const, '<=' as const, '>' as const),
    value: number,
  }),
);
const simple: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant({ kind: 'absent' } as const),
  fc.constant({ kind: 'present' } as const),
  fc.record({ kind: fc.constant('missing' as const), attribute }),
  { weight: 3, arbitrary: compared },
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: simple },
  fc.record({
    kind: fc.constantFrom('all' as const, 'any' as const),
    of: fc.array(simple, { minLength: 1, maxLength: 3 }),
  }),
);
/** To attributes that nothing else sets: what is no number is refused, and tested elsewhere. */
const amounts = fc.dictionary(fc.constantFrom('n', 'm.n'), fc.integer({ min: -9, max: 9 }), { maxKeys: 2 });
const maybe = fc.option(condition, { nil: undefined });
const sk = fc.constantFrom('1', '2', '3');
const due = fc.option(fc.record({ dueShard: fc.constantFrom('s', 't'), dueAt: fc.constantFrom(1, 2, 3) }), {
  nil: {},
});

/** Every write of a run goes to one partition, which the test names. */
const writesIn = (pk: string) => {
  const guarded = <W extends object>(write: W, guard: Condition | undefined) =>
    ({ ...write, ...(guard && { condition: guard }) }) as W;
  const put = fc
    .tuple(sk, attributes, due, maybe)
    .map(([at, set, when, guard]) =>
      guarded({ kind: 'put' as const, item: { ...set, ...when, pk, sk: at } as Item }, guard),
    );
  const update = fc
    .tuple(sk, attributes, due, fc.uniqueArray(attribute, { maxLength: 2 }), maybe, amounts)
    .map(([at, set, when, remove, guard, add]) =>
      guarded(
        {
          kind: 'update' as const,
          key: { pk, sk: at },
          set: { v: 1, ...set, ...when },
          add,
          remove: remove.filter((name) => !Object.hasOwn(set, name)),
        },
        guard,
      ),
    );
  const remove = fc
    .tuple(sk, maybe)
    .map(([at, guard]) => guarded({ kind: 'delete' as const, key: { pk, sk: at } }, guard));
  const keyOf = (write: TableWrite) => (write.kind === 'put' ? write.item.sk : write.key.sk);
  const transaction = fc.uniqueArray(fc.oneof(put, update, remove), {
    minLength: 1,
    maxLength: 3,
    selector: keyOf,
  });
  return fc.array(
    fc.oneof<fc.Arbitrary<Step>[]>(
      put.map((write) => ({ do: 'put', write })),
      update.map((write) => ({ do: 'update', write })),
      transaction.map((writes) => ({ do: 'transact', writes })),
    ),
    { maxLength: 12 },
  );
};

async function run(table: Table, step: Step): Promise<unknown> {
  try {
    if (step.do === 'put') return await table.put(step.write.item, step.write.condition);
    if (step.do === 'update') return await table.update(step.write);
    return await table.transact(step.writes);
  } catch (error) {
    const { code, item, reasons } = error as { code?: string; item?: unknown; reasons?: unknown };
    if (code === undefined) throw error;
    return { code, item, reasons };
  }
}

describe.runIf(dynamoDbIsHere())('SQLite, memory and DynamoDB', () => {
  const dynamoDb = openedForAll(startDynamoDb);

  it('give the same results for any sequence of writes', async () => {
    const cloud = createDynamoDbTable({
      client: dynamoDb.client,
      tableName: await dynamoDb.createTable('same'),
    });
    const local = openSqliteTable(':memory:');
    const tables: readonly Table[] = [cloud, local, createMemoryTable()];
    const empty = async (pk: string) => {
      for (const table of tables) {
        const { items } = await table.query({ pk });
        if (items.length > 0) await table.transact(items.map((key) => ({ kind: 'delete', key })));
      }
    };
    const look = async (table: Table) => {
      const { items } = await table.query({ pk: 'P' });
      const due = await Promise.all(['s', 't'].map((shard) => table.due({ shard, until: 2 })));
      return { items, due: due.map((page) => page.items.toSorted((a, b) => a.sk.localeCompare(b.sk))) };
    };
    await fc.assert(
      fc.asyncProperty(writesIn('P'), async (steps) => {
        await empty('P');
        for (const step of steps) {
          const [inCloud, ...others] = await Promise.all(tables.map((table) => run(table, step)));
          for (const other of others) expect(other).toEqual(inCloud);
        }
        const [inCloud, ...others] = await Promise.all(tables.map(look));
        for (const other of others) expect(other).toEqual(inCloud);
      }),
      { numRuns: 200 },
    );
    local.close();
  });
});
