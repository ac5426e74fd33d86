import { describe, expect, it } from 'vitest';
import { functions, type PipelineFunction } from '../../../functions/wiring.ts';
import { createHandlers } from '../../../machine/handlers.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { bridgeId, buyerA, rowUuid } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { benchConfig, openFunctions } from '../../support/functions/open-functions.ts';
import { describeUse, isGranted, nameUses, watchTable } from '../../support/ledger/watch-ledger.ts';

/** Over what an item of the table may hold. */
const large = 'x'.repeat(350_000);

/** One hot signal and its summary, both too large for an item. */
const api = {
  async listBuyerSignals() {
    return { result: [], unreadable: [], totalItems: 0 };
  },
  async *buyerSignalPages({ buyerId }: { buyerId: string }) {
    const columns = { 'Match Score': { type: 'number', value: 95 }, Notes: { type: 'string', value: large } };
    const result = [{ bridge: { bridgeId }, row: { rowId: rowUuid(1), buyerId, columns } }];
    yield { pageNumber: 1, pageSize: 20, totalItems: 1, totalPages: 1, result, unreadable: [] };
  },
  listColumnMetadata: async () => ({ result: [], unreadable: [] }),
  getBuyerSummary: async (buyerId: string) => ({
    buyerId,
    needsRegeneration: false,
    summary: { whatsRecent: { intro: large, sections: [] } },
  }),
} as unknown as BridgeApi;

/** Every function over one ledger, each watched for what it does to it. */
function open() {
  const { ports, table } = openFunctions({
    config: {
      watch: { ...benchConfig.watch, buyers: [buyerA] },
      hot: { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] },
      columns: { deadline: 'Due Date', in: { Contracts: { deadline: false } } },
      routes: [{ ...immediateRoute, heartbeat: { cron: '0 9 * * ? *', timezone: 'UTC' } }],
    },
    api,
  });
  const uses = new Set<string>();
  const refused: string[] = [];
  const invoke = (name: PipelineFunction, event: object) => {
    const note = (use: Parameters<typeof nameUses>[1]) => {
      for (const one of nameUses(name, use)) uses.add(one);
      if (!isGranted(functions[name], use)) refused.push(`${name} ${describeUse(use)}`);
    };
    const ledger = createLedger({ ...ports, table: watchTable(table, note) });
    return createHandlers({ ...ports, ledger })[name](event, { getRemainingTimeInMillis: () => 300_000 });
  };
  return { invoke, uses, refused };
}

describe('a function that is invoked by hand, with rows and summaries that are too large for an item', () => {
  it('does nothing to the ledger that its wiring does not grant', async () => {
    const { invoke, uses, refused } = open();

    await invoke('plan-polls', {});
    await invoke('plan-polls', { allRows: true, dryRun: true });
    await invoke('poll-signals', { buyerIds: [buyerA] });
    await invoke('poll-signals', { buyerIds: [buyerA], dryRun: true });
    await invoke('fetch-summaries', {});
    await invoke('fetch-summaries', { buyerIds: [buyerA] });
    await invoke('compose-digests', { dryRun: true });
    await invoke('compose-digests', {});
    await invoke('compose-digests', { sweep: true });
    await invoke('deliver-digest', { dryRun: true });
    const delivered = await invoke('deliver-digest', {});

    expect(refused).toEqual([]);
    expect(delivered).toMatchObject({ digests: expect.arrayContaining([expect.anything()]) });
    expect([...uses]).toEqual(expect.arrayContaining(['fetch-summaries due', 'deliver-digest due']));
  });
});
