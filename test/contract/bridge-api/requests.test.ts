import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BridgeApi,
  type BuyerSignalsQuery,
  cellValue,
  createBridgeApi,
  type Envelope,
} from '../../../shared/bridge-api/index.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';
import { loadOpenApi } from '../../support/upstream/openapi.ts';

const buyerId = '7d0c4c52-3f0e-4b0e-9d0a-6f2f8f4a1b10';
const bridgeId = '0b9f5c1e-51d2-4c39-8f0e-0d2c3a4b5c6d';
const columnId = '11111111-aaaa-4bbb-8ccc-000000000001';
const rowId = 'c2a1b0d9-0a1b-4c2d-8e3f-405162738495';

const everySignal: BuyerSignalsQuery = {
  buyerId,
  triggerIds: [bridgeId, columnId],
  sort: 'Hotness',
  pageNumber: 2,
  pageSize: 50,
  filterType: [
    'RFP',
    'Meeting',
    'Purchase',
    'Buyer',
    'Contact',
    'Signal',
    'Conference',
    'JobChange',
    'SequenceBuyer',
    'SequenceContact',
    'SequenceJobChange',
  ],
  status: ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested'],
  relativeDatePeriodFrom: 'LastTwoYears',
};
const bareColumns = { Score: 82, Roofs: ['flat', 'steep'], Contact: { name: 'Ada' }, Note: null, Open: true };
const wrappedColumns = Object.fromEntries(
  Object.entries(bareColumns).map(([name, value]) => [
    name,
    { value, status: 'Processed', processedAt: '2026-11-20T10:00:00Z' },
  ]),
);

const envelope = (result: readonly unknown[]): Envelope<unknown> => ({
  pageNumber: 1,
  pageSize: 20,
  totalItems: result.length,
  totalPages: 1,
  result,
});

/** Answers each operation as the contract has it; `columns` is one of the two readings of a row's cells. */
function answerWith(columns: Record<string, unknown>) {
  const row = { rowId, bridgeId, name: 'Roof of the town hall', updatedAt: '2026-11-20', buyerId, columns };
  const column = { columnId, bridgeId, name: 'Score', key: 'score', index: 0, fieldFormat: {} };
  return ({ path }: ReceivedRequest): unknown => {
    if (path.endsWith('/column/metadata')) return [{ columnId, bridgeId, column, additionalFields: [] }];
    if (path.endsWith('/summary')) return { buyerId, needsRegeneration: true, summary: null };
    if (path.includes('/row')) return envelope([row]);
    return envelope([{ bridge: { bridgeId, name: 'Tenders', columns: [column] }, row }]);
  };
}

describe.each([
  ['bare cells and repeated arrays', bareColumns, 'repeat'],
  ['wrapped cells and joined arrays', wrappedColumns, 'comma'],
] as const)('with %s, the client', (_, columns, arrayParameters) => {
  const openapi = loadOpenApi({ arrayParameters });
  const answerOf = answerWith(columns);
  let receiver: Receiver;
  let api: BridgeApi;

  beforeAll(async () => {
    receiver = await startReceiver({
      answers: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(answerOf(request)),
      }),
    });
    api = createBridgeApi({
      baseUrl: `http://127.0.0.1:${receiver.port}/`,
      token: async () => 'token-1',
      fetch: globalThis.fetch,
      clock: createFakeClock(),
      random: () => 0,
      arrayParameters,
    });
  });
  afterAll(() => receiver.close());

  it.each<[string, () => Promise<unknown>, string]>([
    ['listColumnMetadata', () => api.listColumnMetadata(bridgeId), 'GET'],
    ['listBuyerSignals', () => api.listBuyerSignals({ buyerId }), 'GET'],
    ['listBuyerSignals', () => api.listBuyerSignals(everySignal), 'GET'],
    ['listBridgeRows', () => api.listBridgeRows({ bridgeId }), 'PUT'],
    [
      'listBridgeRows',
      () =>
        api.listBridgeRows({
          bridgeId,
          pageNumber: 3,
          pageSize: 100,
          query: 'roof & gutter',
          filters: {
            terms: [
              { field: columnId, operation: 'GreaterThan', value: 80 },
              { field: 'status', operation: 'Any', value: ['New', 'Saved'] },
              { field: 'entryName', operation: 'IsNotEmpty' },
            ],
          },
          sorts: [{ column: columnId, direction: 'DESC' }, { column: 'rowUpdatedAt' }],
        }),
      'PUT',
    ],
    ['listBridgeRows', () => api.listBridgeRows({ bridgeId, query: null, sorts: null }), 'PUT'],
    ['getBuyerSummary', () => api.getBuyerSummary(buyerId), 'GET'],
  ])('sends %s as documented', async (operation, call, method) => {
    await call();

    const request = receiver.requests.at(-1) as ReceivedRequest;
    expect(request.method).toBe(method);
    expect(openapi.operationOf(request)).toBe(operation);
    expect(openapi.checkRequest(request)).toEqual([]);
    // The answer that the client was given is one that the document allows: else this test proves little.
    const body = JSON.stringify(answerOf(request));
    expect(openapi.checkAnswer(request, { status: 200, contentType: 'application/json', body })).toEqual([]);
  });

  it('reads the cells alike', async () => {
    const { result } = await api.listBridgeRows({ bridgeId });

    const values = Object.entries(result[0]?.columns ?? {}).map(([name, cell]) => [name, cellValue(cell)]);
    expect(Object.fromEntries(values)).toEqual(bareColumns);
  });
});
