import { describe, expect, it } from 'vitest';
import { type BridgeApi, createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { ArgumentError } from '../../../shared/domain/errors.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
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
    ['a buyerId with braces', 'buyerId', signals({ buyerId: `{${buyerId}}` })],
    ['a missing buyerId', 'buyerId', signals({ buyerId: undefined })],
    ['one bad triggerId among good ones', 'triggerIds[1]', signals({ triggerIds: [bridgeId, '1'] })],
    ['triggerIds that are no array', 'triggerIds', signals({ triggerIds: bridgeId })],
    ['an unknown sort', 'sort', signals({ sort: 'hotness' })],
    ['a page number of 0', 'pageNumber', signals({ pageNumber: 0 })],
    ['half a page number', 'pageNumber', signals({ pageNumber: 1.5 })],
    ['a page size of 0', 'pageSize', signals({ pageSize: 0 })],
    ['a page size that is no number', 'pageSize', signals({ pageSize: '10' })],
    ['an empty status', 'status[0]', signals({ status: [' '] })],
    ['an empty filter type', 'filterType[0]', signals({ filterType: [''] })],
    ['an empty period', 'relativeDatePeriodFrom', signals({ relativeDatePeriodFrom: '' })],
    ['a bridgeId that is no UUID', 'bridgeId', rows({ bridgeId: 'tenders' })],
    ['no rows a page', 'pageSize', rows({ pageSize: 0 })],
    ['101 rows a page', 'pageSize', rows({ pageSize: 101 })],
    ['NaN rows a page', 'pageSize', rows({ pageSize: Number.NaN })],
    ['page 0 of rows', 'pageNumber', rows({ pageNumber: 0 })],
    ['a sort by a column name', 'sorts[0].column', rows({ sorts: [{ column: 'Match Score' }] })],
    ['a sort by a prefixed id', 'sorts[0].column', rows({ sorts: [{ column: `column:${bridgeId}` }] })],
    ['a sort that is a name', 'sorts[0]', rows({ sorts: ['entryName'] })],
    ['an empty direction', 'sorts[0].direction', rows({ sorts: [{ column: bridgeId, direction: '' }] })],
    ['filters without terms', 'filters.terms', rows({ filters: {} })],
    ['filters that are an array', 'filters', rows({ filters: [] })],
    [
      'a term without its field',
      'filters.terms[0].field',
      rows({ filters: { terms: [{ operation: 'Any' }] } }),
    ],
    ['a query that is no text', 'query', rows({ query: 5 })],
    ['metadata of no UUID', 'bridgeId', (api) => api.listColumnMetadata('tenders')],
    ['a summary of no UUID', 'buyerId', (api) => api.getBuyerSummary('../buyer')],
  ])('refuse %s before a call, and name the field', async (_, field, call) => {
    const { api, sent, tokens } = createFakeService([{ json: pageOf([]) }]);

    const error = await rejectionOf(call(api));

    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ field });
    expect(sent).toEqual([]);
    expect(tokens).toEqual([]);
  });

  it('say what was found and the mend', async () => {
    const { api } = createFakeService([]);

    await expect(api.listBridgeRows({ bridgeId, pageSize: 101 })).rejects.toThrow(
      'pageSize: found 101; it must be a whole number from 1 to 100',
    );
    await expect(api.listBridgeRows({ bridgeId, sorts: [{ column: 'Score' }] })).rejects.toThrow(
      /"Score".*resolveSortColumn.*listColumnMetadata.*entryId, entryName, triggeredAt, rowUpdatedAt/,
    );
  });

  it('take both bounds, either case, and enumeration values that nobody knew', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }]);

    await api.listBridgeRows({ bridgeId: bridgeId.toUpperCase(), pageSize: 1 });
    await api.listBridgeRows({ bridgeId, pageSize: 100, sorts: null, query: null });
    await api.listBuyerSignals({ buyerId, pageSize: 5_000, filterType: ['Podcast'], status: ['Won'] });

    expect(sent).toHaveLength(3);
  });

  it('of an iteration are refused at the call, not at the first page', () => {
    const { api } = createFakeService([]);

    expect(() => api.bridgeRowPages({ bridgeId, pageSize: 101 })).toThrow(ArgumentError);
    expect(() => api.buyerSignalPages({ buyerId: 'acme' })).toThrow(ArgumentError);
  });

  it.each([
    ['bridge.example.com', 'not an address'],
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
