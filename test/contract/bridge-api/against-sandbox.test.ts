import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import { type BridgeApiOptions, createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const start = Date.parse('2026-11-21T08:00:00Z');

describe('the client against the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    const world = { seed: 7, buyers: 12, bridges: 8, signals: 240 };
    sandbox = await startSandbox({ ...world, port: 0, now: () => start });
  });
  afterAll(() => sandbox.close());
  const createApi = (options: Partial<BridgeApiOptions> = {}) =>
    createBridgeApi({
      baseUrl: sandbox.url,
      token: async () => sandbox.token,
      fetch,
      clock: createFakeClock(start),
      random: () => 0,
      ...options,
    });
  const someBuyer = () => sandbox.world.buyers[0]?.buyerId ?? '';

  it.each(['repeat', 'comma'] as const)(
    'reads every page of a buyer, each signal once, arrays written as %s',
    async (arrayParameters) => {
      const ids: string[] = [];
      let totalItems = 0;
      const pages = createApi({ arrayParameters }).buyerSignalPages({
        buyerId: someBuyer(),
        pageSize: 3,
        status: ['New', 'Saved', 'Actioned'],
        relativeDatePeriodFrom: 'LastTwoYears',
      });

      for await (const page of pages) {
        ids.push(...page.result.map(({ row }) => row.rowId));
        totalItems = page.totalItems;
        expect(page.unreadable).toEqual([]);
      }

      expect(totalItems).toBeGreaterThan(3);
      expect(new Set(ids).size).toBe(totalItems);
    },
  );

  it('is told of unknown ids and a wrong token', async () => {
    const api = createApi();
    const wrong = createApi({ token: async () => 'wrong' });

    await expect(api.listColumnMetadata(unknownId)).rejects.toMatchObject({ status: 404 });
    await expect(api.listBridgeRows({ bridgeId: unknownId })).rejects.toMatchObject({ status: 404 });
    await expect(api.listBuyerSignals({ buyerId: unknownId })).rejects.toMatchObject({ status: 404 });
    await expect(wrong.getBuyerSummary(someBuyer())).rejects.toMatchObject({ status: 401 });
  });
});
