import { describe, expect, it } from 'vitest';
import { type BridgeApi, createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { ArgumentError } from '../../../shared/domain/errors.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';
import { bridgeId, buyerId, createFakeService, pageOf, rejectionOf } from './fake-service.ts';

type Call = (api: BridgeApi) => Promise<unknown>;
const signals =
  (query: object): Call =>
  (api) =>
    api.listBuyerSignals({ buyerId, ...query });
const rows =
  (query: object): Call =>
  (api) =>
    api.listBridgeRows({ bridgeId, ...query });

describe('arguments', () => {
  it.each<[string, string, Call]>([
    ['a buyerId that is no UUID', 'buyerId', signals({ buyerId: 'acme' })],
    ['a missing buyerId', 'buyerId', signals({ buyerId: undefined })],
    ['one bad triggerId among good ones', 'triggerIds[1]', signals({ triggerIds: [bridgeId, '1'] })],
    ['triggerIds that are no array', 'triggerIds', signals({ triggerIds: bridgeId })],
    ['an unknown sort', 'sort', signals({ sort: 'hotness' })],
    ['a page number of 0', 'pageNumber', signals({ pageNumber: 0 })],
    ['a page size of 0', 'pageSize', signals({ pageSize: 0 })],
    ['an empty status', 'status[0]', signals({ status: [' '] })],
    ['a misspelt status', 'status[1]', signals({ status: ['New', 'Neww'] })],
    ['a status that is no array', 'status', signals({ status: 'New' })],
    ['a filter type that is not contracted', 'filterType[0]', signals({ filterType: ['TopBuyer'] })],
    ['an unknown period', 'relativeDatePeriodFrom', signals({ relativeDatePeriodFrom: 'LastMonth' })],
    ['a misspelt name', 'statuses', signals({ statuses: ['Saved'] })],
    ['the name of another operation', 'bridgeId', signals({ bridgeId })],
    ['no query', 'query', (api) => api.listBuyerSignals(null as never)],
    ['an empty bridgeId', 'bridgeId', rows({ bridgeId: '' })],
    ['a bridgeId that is no text', 'bridgeId', rows({ bridgeId: 7 })],
    ['101 rows a page', 'pageSize', rows({ pageSize: 101 })],
    ['a sort by a column name', 'sorts[0].column', rows({ sorts: [{ column: 'Match Score' }] })],
    ['a sort that is a name', 'sorts[0]', rows({ sorts: ['entryName'] })],
    ['filters without terms', 'filters.terms', rows({ filters: {} })],
    ['filters with a misspelt name', 'filters.term', rows({ filters: { terms: [], term: [] } })],
    ['a term that is text', 'filters.terms[0]', rows({ filters: { terms: ['status = New'] } })],
    ['a query that is no text', 'query', rows({ query: 5 })],
    ['a misspelt name of rows', 'filter', rows({ filter: { terms: [] } })],
    ['metadata of a step between folders', 'bridgeId', (api) => api.listColumnMetadata('..')],
    ['a summary of the folder itself', 'buyerId', (api) => api.getBuyerSummary('.')],
    ['a summary of half a character', 'buyerId', (api) => api.getBuyerSummary('\ud800')],
    [
      'a misspelt option of the call',
      'timeout',
      (api) => api.getBuyerSummary(buyerId, { timeout: 5 } as never),
    ],
    [
      'a misspelt option of a list',
      'deadlineMs',
      (api) => api.listBuyerSignals({ buyerId }, { deadlineMs: 5 } as never),
    ],
  ])('refuse %s before a call, and name the field', async (_, field, call) => {
    const { api, sent, tokens } = createFakeService([{ json: pageOf([]) }]);

    const error = await rejectionOf(call(api));

    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ field });
    expect(sent).toEqual([]);
    expect(tokens).toEqual([]);
  });

  it.each<[Call, string]>([
    [rows({ pageSize: 101 }), 'pageSize: found 101; it must be a whole number from 1 to 100'],
    [
      signals({ status: ['Neww'] }),
      'status[0]: found "Neww"; it must be one of New, Actioned, Saved, Attending, Sponsoring, NotInterested ' +
        '(did you mean "New"?)',
    ],
    [signals({ relativeDatePeriodFrom: 'LastMonth' }), '(did you mean "LastOneMonths"?)'],
    [signals({ filterType: ['Podcast'] }), 'SequenceContact, SequenceJobChange'],
    [
      signals({ statuses: ['Saved'] }),
      'statuses: found an argument of this name; it is unknown to listBuyerSignals, which takes buyerId, ' +
        'triggerIds, sort, pageNumber, pageSize, filterType, status, relativeDatePeriodFrom (did you mean "status"?)',
    ],
    [rows({ filter: {} }), '(did you mean "filters"?)'],
    [signals({ buyerId: undefined }), 'buyerId: found nothing; it must be a UUID such as'],
    [
      (api) => api.listBuyerSignals({} as never),
      'buyerId: found nothing; it is required by listBuyerSignals',
    ],
    [rows({ sorts: ['entryName'] }), 'sorts[0]: found "entryName"; it must be an object {column, direction}'],
    [rows({ filters: null }), 'filters: found null; it must be an object'],
  ])('say what was found, the fix and the nearest known value', async (call, message) => {
    const { api } = createFakeService([]);

    await expect(call(api)).rejects.toThrow(message);
  });

  it('say how a sort column is found by its name', async () => {
    const { api } = createFakeService([]);

    await expect(api.listBridgeRows({ bridgeId, sorts: [{ column: 'Score' }] })).rejects.toThrow(
      /"Score".*columnId.*listColumnMetadata.*entryId, entryName, triggeredAt, rowUpdatedAt/,
    );
  });

  it('take both bounds, either case, and what the contract leaves open', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }]);

    await api.listBridgeRows({ bridgeId: bridgeId.toUpperCase(), pageSize: 1 });
    await api.listBridgeRows({ bridgeId, pageSize: 100, sorts: null, query: null });
    await api.listBuyerSignals({ buyerId, pageSize: 5_000, triggerIds: [], status: [] });

    expect(sent).toHaveLength(3);
  });

  it('take a filter term and a direction of any shape, and send them as they are', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }]);
    const body = {
      filters: { terms: [{ field: 'status', operation: 'IsOneOf', value: ['New'] }, { $or: [{}] }, {}] },
      sorts: [{ column: bridgeId, direction: 'descending', nulls: 'last' }],
    };

    await api.listBridgeRows({ bridgeId, ...body });

    expect(JSON.parse(sent[0]?.body ?? '')).toEqual(body);
  });

  it.each([
    ['tenders', 'tenders'],
    ['../buyer', '..%2Fbuyer'],
    ['a b?c#d%', 'a%20b%3Fc%23d%25'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['...', '...'],
  ])('take the path id %j, which is no UUID, as one encoded segment', async (id, segment) => {
    const { api, sent } = createFakeService([
      { json: [] },
      { json: pageOf([]) },
      { json: { buyerId: id, needsRegeneration: false } },
    ]);

    await api.listColumnMetadata(id);
    await api.listBridgeRows({ bridgeId: id });
    await api.getBuyerSummary(id);

    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      `/api/external/bridge/${segment}/column/metadata`,
      `/api/external/bridge/${segment}/row`,
      `/api/external/buyer/${segment}/summary`,
    ]);
  });

  it('of an iteration are refused at the call, not at the first page', () => {
    const { api } = createFakeService([]);

    expect(() => api.bridgeRowPages({ bridgeId, pageSize: 101 })).toThrow(ArgumentError);
    expect(() => api.buyerSignalPages({ buyerId: 'acme' })).toThrow(ArgumentError);
  });

  it.each([
    ['bridge.example.com', 'not a valid URL'],
    ['ftp://bridge.test', 'scheme'],
    ['https://me:swordfish@bridge.test', 'credentials'],
    ['https://bridge.test/?key=swordfish', 'query'],
  ])('refuse the base address %s without quoting it', (baseUrl, found) => {
    const create = () =>
      createBridgeApi({
        baseUrl,
        token: async () => 't',
        fetch: globalThis.fetch,
        clock: createFakeClock(),
        random: () => 0,
      });

    expect(create).toThrow(ArgumentError);
    expect(create).toThrow(found);
    expect(create).not.toThrow('swordfish');
  });

  it('of the client itself are refused by their names and values too', () => {
    const options = {
      token: async () => 't',
      fetch: globalThis.fetch,
      clock: createFakeClock(),
      random: () => 0,
    };
    const create = (more: object) => () =>
      createBridgeApi({ baseUrl: 'https://bridge.test', ...options, ...more });

    expect(create({ arrayParameter: 'comma' })).toThrow('(did you mean "arrayParameters"?)');
    expect(create({ arrayParameters: 'commas' })).toThrow('(did you mean "comma"?)');
  });

  it.each(['', '   ', 'two words', 'line\nfeed', 'tokén'])(
    'refuse the token %j without quoting it',
    async (token) => {
      const { api, sent } = createFakeService([{ json: {} }], { token: async () => token });

      const error = await rejectionOf(api.getBuyerSummary(buyerId));

      expect(error).toMatchObject({ name: 'ArgumentError', field: 'token' });
      if (token.trim() !== '') expect(String(error)).not.toContain(token);
      expect(sent).toEqual([]);
    },
  );

  it('take a token that ends in a line feed, as files have it', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }], { token: async () => 'token-1\n' });

    await api.listBuyerSignals({ buyerId });

    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });
});
