import { describe, expect, it } from 'vitest';
import {
  type LedgerAccess,
  type LedgerOperation,
  type PipelineFunction,
  pipelineFunctions,
} from '../../../functions/wiring.ts';
import { probeGrants } from '../../../shared/ledger/probe-grants.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';
import { isGranted, nameGrants, nameUses, watchTable } from '../../support/ledger/watch-ledger.ts';

const names = Object.keys(pipelineFunctions) as PipelineFunction[];

/** A table that denies, before it looks at anything, what a role was not granted: as strict as AWS may be. */
function tableOfRole(ledger: LedgerAccess) {
  const committed: object[] = [];
  const uses = new Set<string>();
  const memory = createMemoryTable((changes) => committed.push(...changes));
  const role = { ...pipelineFunctions['plan-polls'], ledger };
  const table = watchTable(memory, (use) => {
    for (const one of nameUses('role', use)) uses.add(one);
    if (isGranted(role, use)) return;
    throw Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' });
  });
  const guarded = {
    get: async (...args: Parameters<typeof table.get>) => table.get(...args),
    getAll: async (...args: Parameters<typeof table.getAll>) => table.getAll(...args),
    query: async (...args: Parameters<typeof table.query>) => table.query(...args),
    put: async (...args: Parameters<typeof table.put>) => table.put(...args),
    update: async (...args: Parameters<typeof table.update>) => table.update(...args),
    transact: async (...args: Parameters<typeof table.transact>) => table.transact(...args),
    due: async (...args: Parameters<typeof table.due>) => table.due(...args),
  };
  return { table: guarded, uses, committed };
}

function without(ledger: LedgerAccess, operation: LedgerOperation): LedgerAccess {
  const { [operation]: _, ...items } = ledger.items;
  return { ...ledger, items };
}

describe('a probe of grants', () => {
  it.each(names)(
    'finds that %s may do all that its wiring grants, uses each grant, and writes nothing',
    async (name) => {
      const { ledger } = pipelineFunctions[name];
      const { table, uses, committed } = tableOfRole(ledger);

      const probed = await probeGrants(table, ledger);

      expect(probed.filter(({ granted }) => !granted)).toEqual([]);
      expect([...uses].sort()).toEqual(nameGrants('role', { ledger }).sort());
      expect(committed).toEqual([]);
    },
  );

  it.each(names)('finds each operation that the role of %s lacks', async (name) => {
    const { ledger } = pipelineFunctions[name];
    for (const operation of Object.keys(ledger.items) as LedgerOperation[]) {
      const { table, committed } = tableOfRole(without(ledger, operation));

      const probed = await probeGrants(table, ledger);

      const denied = probed.filter(({ granted }) => !granted).map(({ use }) => use);
      expect({ operation, denied }).toEqual({
        operation,
        denied: expect.arrayContaining([expect.stringContaining(operation)]),
      });
      expect(committed).toEqual([]);
    }
  });

  it('finds a due index that the role may not ask', async () => {
    const access = { items: {}, due: true };
    const { table } = tableOfRole({ ...access, due: false });
    expect(await probeGrants(table, access)).toEqual([{ use: 'query of the due index', granted: false }]);
  });

  it('finds a denial that comes as the reason of a cancelled transaction', async () => {
    const { table } = tableOfRole({ items: {}, due: false });
    const cancelled = Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'AccessDenied' }],
    });
    const transact = async () => Promise.reject(cancelled);
    const access = { items: { put: ['routes'] }, due: false } as const;
    expect(await probeGrants({ ...table, transact }, access)).toMatchObject([{ granted: false }]);
  });

  it('takes no other failure for an answer, and no write that went through', async () => {
    const { table } = tableOfRole({ items: {}, due: false });
    const access = { items: { put: ['routes'] }, due: false } as const;
    const failing = { ...table, transact: async () => Promise.reject(new Error('no such table')) };
    await expect(probeGrants(failing, access)).rejects.toThrow('no such table');
    await expect(probeGrants({ ...table, transact: async () => {} }, access)).rejects.toThrow(/cannot hold/);
  });
});
