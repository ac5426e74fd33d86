import { describe, expect, it } from 'vitest';
import { bridgeId, buyerId, createFakeService, pageOf } from '../../../support/fake-service.ts';

const everything = {
  buyerId,
  triggerIds: [bridgeId, buyerId],
  sort: 'Hotness',
  pageNumber: 2,
  pageSize: 50,
  filterType: ['RFP', 'JobChange'],
  status: ['New', 'Saved'],
  relativeDatePeriodFrom: 'LastThreeMonths',
} as const;

describe('requests', () => {
  it('of signals send only what is given', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }]);

    await api.listBuyerSignals({ buyerId });
    await api.listBuyerSignals({ buyerId, status: [], triggerIds: [] });

    expect(sent[0]).toMatchObject({
      method: 'GET',
      url: `https://bridge.test/api/external/feed/all/buyer-signals?buyerId=${buyerId}`,
      body: null,
    });
    expect(sent[1]?.url).toBe(sent[0]?.url);
  });

  it.each([
    [
      {},
      `triggerIds=${bridgeId}&triggerIds=${buyerId}`,
      'filterType=RFP&filterType=JobChange&status=New&status=Saved',
    ],
    [
      { arrayParameters: 'comma' },
      `triggerIds=${bridgeId},${buyerId}`,
      'filterType=RFP,JobChange&status=New,Saved',
    ],
  ] as const)(
    'of signals repeat array parameters, or join them by commas: %j',
    async (options, ids, filters) => {
      const { api, sent } = createFakeService([{ json: pageOf([]) }], options);

      await api.listBuyerSignals(everything);

      expect(sent[0]?.url.split('?')[1]).toBe(
        `buyerId=${buyerId}&${ids}&sort=Hotness&pageNumber=2&pageSize=50&${filters}&relativeDatePeriodFrom=LastThreeMonths`,
      );
    },
  );

  it('of rows ask for 20 a page and send an empty object when nothing is given', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }]);

    await api.listBridgeRows({ bridgeId });

    expect(sent[0]).toMatchObject({
      method: 'PUT',
      url: `https://bridge.test/api/external/bridge/${bridgeId}/row?pageSize=20`,
      body: '{}',
    });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('of rows carry filters, sorts and query of any shape in the body, and nothing else', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }]);
    const body = {
      filters: { terms: [{ field: 'status', operation: 'Equals', value: 'New' }, { $or: [{}] }, {}] },
      sorts: [{ column: 'rowUpdatedAt', direction: 'descending', nulls: 'last' }],
      query: null,
    };

    await api.listBridgeRows({ bridgeId, pageNumber: 3, pageSize: 7, ...body });

    expect(JSON.parse(sent[0]?.body ?? '')).toEqual(body);
    expect(sent[0]?.url).toMatch(/\?pageNumber=3&pageSize=7$/);
  });

  it.each([
    ['https://bridge.test', 'https://bridge.test/api'],
    ['https://bridge.test/', 'https://bridge.test/api'],
    ['https://bridge.test/gate/way//', 'https://bridge.test/gate/way/api'],
  ])('start at the base address %s', async (baseUrl, start) => {
    const { api, sent } = createFakeService([{ json: [] }], { baseUrl });

    await api.listColumnMetadata(bridgeId);

    expect(sent[0]?.url).toBe(`${start}/external/bridge/${bridgeId}/column/metadata`);
  });

  it('carry the token, what they accept and who asks', async () => {
    const { api, sent } = createFakeService([{ json: { buyerId, needsRegeneration: false } }]);

    await api.getBuyerSummary(buyerId);

    expect(sent[0]?.url).toBe(`https://bridge.test/api/external/buyer/${buyerId}/summary`);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      authorization: 'Bearer first-token',
      accept: 'application/json',
      'user-agent': 'signalpost',
    });
  });
});
