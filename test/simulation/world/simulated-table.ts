import { keyFamilies } from '../../../shared/ledger/items/keys.ts';
import {
  type Key,
  type Table,
  type TableQuery,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';
import { isWithin } from '../parts/coincidence.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { callPort } from './call-port.ts';

/** The table as one instance reaches it: over a network, where calls are throttled, collide and get lost. */
export function createSimulatedTable(world: World, instance: Instance): Table {
  const { table, dice, dueIndex } = world;
  const latency = (): number =>
    dice.chance(0.02) && !world.plan.isPrompt ? dice.between(100, 4_000) : dice.between(2, 20);
  const unavailable = (applied: 'no' | 'unknown') =>
    new TableUnavailableError(applied === 'no' ? 'throttled' : 'the connection was cut');
  const isOut = (): boolean =>
    !world.recovering && world.plan.outages.some((outage) => isWithin(outage, world.scheduler.now()));
  const unlessOut =
    <Result>(effect: () => Promise<Result>) =>
    (): Promise<Result> =>
      isOut() ? Promise.reject(unavailable('no')) : effect();
  const read = <Result>(label: string, effect: () => Promise<Result>) =>
    callPort(world, instance, {
      port: 'read',
      label,
      effect: unlessOut(effect),
      failure: () => unavailable('no'),
      latencyMs: latency(),
    });
  const write = <Result>(label: string, key: Key, effect: () => Promise<Result>) =>
    callPort(world, instance, {
      port: 'write',
      label,
      about: `${key.pk} ${key.sk}`,
      effect: unlessOut(effect),
      failure: unavailable,
      latencyMs: latency(),
    });
  return {
    get: (key) => read(`get ${key.pk} ${key.sk}`, () => table.get(key)),
    getAll: (keys) => read(`get ${keys.length} items, ${keys[0]?.pk} first`, () => table.getAll(keys)),
    query: (query) => read(`query ${query.pk} ${query.prefix ?? ''}`, () => table.query(paged(world, query))),
    due: (query) => read(`due ${query.shard}`, async () => dueIndex.page(query)),
    put: (item, condition) => write(`put ${item.pk} ${item.sk}`, item, () => table.put(item, condition)),
    update: (update) => write(describeUpdate(update), update.key, () => table.update(update)),
    transact: (writes) =>
      write(`transact ${world.trace ? describeWrites(writes) : ''}`, keyOf(writes[0]), () => {
        // Conflicts between transactions are DynamoDB's everyday business, and not a fault.
        if (!world.recovering && dice.chance(0.01)) {
          const reasons = writes.map((_, index) => ({ code: index === 0 ? 'conflict' : 'none' }) as const);
          return Promise.reject(new TransactionCancelledError(reasons));
        }
        return table.transact(writes);
      }),
  };
}

/** A page may hold fewer than it is asked for. */
function paged({ plan }: World, query: TableQuery): TableQuery {
  const isSmall = plan.growth.pagesAtOnce !== undefined && query.pk.startsWith(keyFamilies.outbox);
  return isSmall ? { ...query, limit: 1 } : query;
}

function keyOf(write: TableWrite | undefined): Key {
  if (write === undefined) return { pk: '', sk: '' };
  return write.kind === 'put' ? write.item : write.key;
}

function describeUpdate({ key, set }: { key: { pk: string; sk: string }; set?: object }): string {
  const state = set && 'state' in set ? ` to ${String(set.state)}` : '';
  return `update ${key.pk} ${key.sk}${state}`;
}

function describeWrites(writes: readonly TableWrite[]): string {
  return writes.map((write) => `${write.kind} ${keyOf(write).pk} ${keyOf(write).sk}`).join(', ');
}
