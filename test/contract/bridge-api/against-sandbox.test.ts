import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import {
  type BridgeApi,
  type BridgeSignal,
  cellValue,
  createBridgeApi,
} from '../../../shared/bridge-api/index.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';
import { loadOpenApi } from '../../support/upstream/openapi.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const start = Date.parse('2026-11-21T08:00:00Z');

describe.each(['repeat', 'comma'] as const)(
  'the client against the sandbox, arrays written as %s',
  (arrays) => {
    const openapi = loadOpenApi({ arrayParameters: arrays });
    /** What the document has against a request or an answer: filled by each call, looked at after each test. */
    const problems: string[] = [];
    let calls = 0;
    let now = start;
    let sandbox: Sandbox;
    let api: BridgeApi;

    const checkedFetch: typeof fetch = async (url, init = {}) => {
      calls += 1;
      const { pathname, search } = new URL(String(url));
      const request = {
        method: init.method ?? 'GET',
        path: `${pathname}${search}`,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: String(init.body ?? ''),
      };
      const answer = await fetch(url, init);
      const contentType = answer.headers.get('content-type');
      const body = await answer.clone().text();
      problems.push(...openapi.checkRequest(request));
      problems.push(...openapi.checkAnswer(request, { status: answer.status, contentType, body }));
      return answer;
    };
    const createApi = (token: string) =>
      createBridgeApi({
        baseUrl: sandbox.url,
        token: async () => token,
        fetch: checkedFetch,
        clock: createFakeClock(start),
        random: () => 0,
        arrayParameters: arrays,
      });
    const control = async (path: string, body: unknown) => {
      const answer = await fetch(`${sandbox.url}/sandbox/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.ok).toBe(true);
    };
    const someBuyer = () => sandbox.world.buyers[0]?.buyerId ?? '';
    const someBridge = () => sandbox.world.bridges[0]?.bridgeId ?? '';

    beforeAll(async () => {
      sandbox = await startSandbox({
        port: 0,
        seed: 7,
        buyers: 12,
        bridges: 8,
        signals: 240,
        now: () => now,
      });
      api = createApi(sandbox.token);
    });
    afterAll(() => sandbox.close());

    const expectAllDocumented = () => {
      expect(calls).toBeGreaterThan(0);
      expect([...new Set(problems)]).toEqual([]);
    };

    it('lists the columns of every bridge as documented', async () => {
      for (const { bridgeId } of sandbox.world.bridges) {
        const { result: columns, unreadable } = await api.listColumnMetadata(bridgeId);

        expect(unreadable).toEqual([]);
        expect(columns.length).toBeGreaterThan(0);
        expect(columns.every((column) => column.bridgeId === bridgeId)).toBe(true);
      }
      expectAllDocumented();
    });

    it('reads every page of a buyer, each signal once', async () => {
      const signals: BridgeSignal[] = [];
      let totalItems = 0;
      const query = {
        buyerId: someBuyer(),
        pageSize: 3,
        status: ['New', 'Saved', 'Actioned'],
        relativeDatePeriodFrom: 'LastTwoYears',
      } as const;

      for await (const page of api.buyerSignalPages(query)) {
        signals.push(...page.result);
        totalItems = page.totalItems;
        expect(page.unreadable).toEqual([]);
      }

      expect(totalItems).toBeGreaterThan(3);
      expect(new Set(signals.map(({ row }) => row.rowId)).size).toBe(totalItems);
      expectAllDocumented();
    });

    it('sorts rows by a column that was found by its name', async () => {
      const { result: metadata } = await api.listColumnMetadata(someBridge());
      const numeric = metadata.find(({ column }) => column.fieldFormat?.baseFormat === 'number');
      if (!numeric) throw new Error('the bridge has no numeric column');
      const { columnId: column } = numeric;
      const { name = null } = numeric.column;

      const page = await api.listBridgeRows({
        bridgeId: someBridge(),
        sorts: [{ column, direction: 'DESC' }],
        filters: { terms: [{ field: column, operation: 'IsNotEmpty' }] },
      });

      const values = page.result.map(({ columns }) => Number(cellValue(columns[name ?? ''])));
      expect(values.length).toBeGreaterThan(1);
      expect(values).toEqual([...values].sort((one, other) => other - one));
      expectAllDocumented();
    });

    it('learns of an unmapped sort column by a 400, and asks no second time', async () => {
      const before = calls;

      await expect(
        api.listBridgeRows({ bridgeId: someBridge(), sorts: [{ column: unknownId }] }),
      ).rejects.toMatchObject({ name: 'HttpStatusError', status: 400 });

      expect(calls - before).toBe(1);
      expectAllDocumented();
    });

    it('sees a summary while it is generated, and then ready', async () => {
      await control(`summaries/${someBuyer()}`, { state: 'generating', readyAfterMs: 3_000 });

      const early = await api.getBuyerSummary(someBuyer());
      now += 3_001;
      const late = await api.getBuyerSummary(someBuyer());

      expect(early).toMatchObject({ buyerId: someBuyer(), needsRegeneration: true, summary: null });
      expect(late.needsRegeneration).toBe(false);
      expect(late.summary?.whatsRecent?.sections?.length).toBeGreaterThan(0);
      expectAllDocumented();
    });

    it('is told of unknown ids and a wrong token', async () => {
      await expect(api.listColumnMetadata(unknownId)).rejects.toMatchObject({ status: 404 });
      await expect(api.listBridgeRows({ bridgeId: unknownId })).rejects.toMatchObject({ status: 404 });
      await expect(api.listBuyerSignals({ buyerId: unknownId })).rejects.toMatchObject({ status: 404 });
      await expect(createApi('wrong').getBuyerSummary(someBuyer())).rejects.toMatchObject({ status: 401 });
      expectAllDocumented();
    });
  },
);
