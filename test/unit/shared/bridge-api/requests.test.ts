import { describe, expect, it } from 'vitest';
import type { BridgeApi, BridgeApiOptions } from '../../../../shared/bridge-api/index.ts';
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

async function sentBy(
  call: (api: BridgeApi) => Promise<unknown>,
  json: unknown = pageOf([]),
  options: Partial<BridgeApiOptions> = {},
) {
  const { api, sent } = createFakeService([{ json }], options);
  await call(api);
  return sent[0];
}

describe('requests', () => {
  it.each([{}, { status: [], triggerIds: [] }])('of signals send only what is given: %j', async (given) => {
    expect(await sentBy((api) => api.listBuyerSignals({ buyerId, ...given }))).toMatchObject({
      method: 'GET',
      url: `https://bridge.test/api/external/feed/all/buyer-signals?buyerId=${buyerId}`,
      body: null,
    });
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
      const sent = await sentBy((api) => api.listBuyerSignals(everything), undefined, options);
      expect(sent?.url.split('?')[1]).toBe(
        `buyerId=${buyerId}&${ids}&sort=Hotness&pageNumber=2&pageSize=50&${filters}&relativeDatePeriodFrom=LastThreeMonths`,
      );
    },
  );

  it('of rows ask for 20 a page and send an empty object when nothing is given', async () => {
    const sent = await sentBy((api) => api.listBridgeRows({ bridgeId }));
    const url = `https://bridge.test/api/external/bridge/${bridgeId}/row?pageSize=20`;
    expect(sent).toMatchObject({ method: 'PUT', url, body: '{}' });
    expect(sent?.headers.get('content-type')).toBe('application/json');
  });

  it('of rows carry filters, sorts and query of any shape in the body, and nothing else', async () => {
    const body = {
      filters: { terms: [{ field: 'status', operation: 'Equals', value: 'New' }, { $or: [{}] }, {}] },
      sorts: [{ column: 'rowUpdatedAt', direction: 'descending', nulls: 'last' }],
      query: null,
    };
    const sent = await sentBy((api) => api.listBridgeRows({ bridgeId, pageNumber: 3, pageSize: 7, ...body }));
    expect(JSON.parse(sent?.body ?? '')).toEqual(body);
    expect(sent?.url).toMatch(/\?pageNumber=3&pageSize=7$/);
  });

  it.each([
    ['https://bridge.test', 'https://bridge.test/api'],
    ['https://bridge.test/', 'https://bridge.test/api'],
    ['https://bridge.test/gate/way//', 'https://bridge.test/gate/way/api'],
  ])('start at the base address %s', async (baseUrl, start) => {
    const sent = await sentBy((api) => api.listColumnMetadata(bridgeId), [], { baseUrl });
    expect(sent?.url).toBe(`${start}/external/bridge/${bridgeId}/column/metadata`);
  });

  it('carry the token, what they accept and who asks', async () => {
    const sent = await sentBy((api) => api.getBuyerSummary(buyerId), { buyerId, needsRegeneration: false });
    expect(sent?.url).toBe(`https://bridge.test/api/external/buyer/${buyerId}/summary`);
    expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
      authorization: 'Bearer first-token',
      accept: 'application/json',
      'user-agent': 'signalpost',
    });
  });
});
