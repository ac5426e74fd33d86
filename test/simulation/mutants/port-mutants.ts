import type { Table, TableUpdate, TableWrite } from '../../../shared/ledger/table/table.ts';
import type { Mutant } from '../parts/mutant.ts';

const isClaim = ({ key, set }: TableUpdate): boolean => key.sk.startsWith('DIG#') && set?.state === 'SENDING';
const without = ({ condition: _, ...update }: TableUpdate): TableUpdate => update;
const yearSeconds = 365 * 86_400;

/** Changes some of the writes on their way to the table. */
function changeWrites(table: Table, change: (write: TableWrite) => TableWrite): Table {
  return {
    ...table,
    update: (update) => table.update(change({ kind: 'update', ...update }) as TableUpdate),
    transact: (writes) => table.transact(writes.map(change)),
  };
}

export const portMutants: readonly Mutant[] = [
  {
    name: 'recompose-at-retry',
    killedAt: '1:63',
    ledger: (ledger) => ({
      ...ledger,
      // As if the bytes were made from the state at the time of the attempt.
      digests: {
        ...ledger.digests,
        claim: async (...claiming) => {
          const claim = await ledger.digests.claim(...claiming);
          if (claim === null || claim.attempts === 0) return claim;
          return { ...claim, body: JSON.stringify({ ...JSON.parse(claim.body), attempt: claim.attempts }) };
        },
      },
    }),
  },
  {
    name: 'new-id-per-attempt',
    killedAt: '1:3',
    ledger: (ledger) => ({
      ...ledger,
      digests: {
        ...ledger.digests,
        claim: async (...claiming) => {
          const claim = await ledger.digests.claim(...claiming);
          return claim && { ...claim, digestId: `${claim.digestId}${claim.fence}` };
        },
      },
    }),
  },
  {
    name: 'split-transaction',
    killedAt: '1:999',
    table: (table) => ({
      ...table,
      transact: async (writes) => {
        for (const write of writes) await table.transact([write]);
      },
    }),
  },
  {
    name: 'ttl-on-tombstones',
    killedAt: '1:999',
    table: (table) =>
      changeWrites(table, (write) => {
        if (write.kind !== 'put' || !write.item.pk.startsWith('S#')) return write;
        const expiresAt = Math.floor(Number(write.item.firstSeenAt) / 1_000) + yearSeconds / 12;
        return { ...write, item: { ...write.item, expiresAt } };
      }),
  },
  {
    name: 'no-claim-condition',
    killedAt: '1:1',
    table: (table) => ({
      ...table,
      update: (update) => table.update(isClaim(update) ? without(update) : update),
    }),
  },
  {
    name: 'acknowledge-before-the-outcome',
    killedAt: '1:39',
    // The queue's message alone is no acknowledgement: a claimed digest stays in the due index, where the sweep
    // finds it. So the mutant takes it out of both before it knows what came of the attempt.
    acknowledgesAtReceipt: true,
    table: (table) => ({
      ...table,
      update: (update) => {
        if (!isClaim(update)) return table.update(update);
        const { dueShard: _shard, dueAt: _at, ...set } = update.set ?? {};
        return table.update({ ...update, set, remove: [...(update.remove ?? []), 'dueShard', 'dueAt'] });
      },
    }),
  },
  {
    name: 'record-without-condition',
    killedAt: '1:43',
    table: (table) =>
      changeWrites(table, (write) =>
        write.kind === 'put' && !write.item.sk.startsWith('DIG#') ? { kind: 'put', item: write.item } : write,
      ),
  },
  {
    name: 'settle-without-fence',
    killedAt: '1:805',
    table: (table) =>
      changeWrites(table, (write) =>
        write.kind === 'update' && write.set?.settledFence !== undefined
          ? { kind: 'update', ...without(write) }
          : write,
      ),
  },
  {
    name: 'nobody-is-due-by-time',
    killedAt: '1:23',
    ledger: (ledger) => ({
      ...ledger,
      buyers: { ...ledger.buyers, listDue: async () => new Map() },
    }),
  },
  {
    name: 'counts-apart-from-the-moves',
    killedAt: '1:5',
    table: (table) => ({
      ...table,
      transact: async (writes) => {
        const counts = writes.filter((write) => write.kind === 'update' && write.add !== undefined);
        await table.transact(writes.filter((write) => !counts.includes(write)));
        for (const write of counts) await table.transact([write]);
      },
    }),
  },
  {
    name: 'resend-keeps-the-time-to-live',
    killedAt: '1:139',
    table: (table) =>
      changeWrites(table, (write) => {
        if (write.kind !== 'update' || write.set?.resentAt === undefined) return write;
        return { ...write, remove: ['deliveredAt'] };
      }),
  },
];
