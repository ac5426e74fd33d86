import { describe, expect, it } from 'vitest';
import { loadOpenApi } from '../../support/upstream/openapi.ts';

const buyerId = '7d0c4c52-3f0e-4b0e-9d0a-6f2f8f4a1b10';
const bridgeId = '0b9f5c1e-51d2-4c39-8f0e-0d2c3a4b5c6d';
const headers = { authorization: 'Bearer token-1', 'content-type': 'application/json' };
const signals = `/api/external/feed/all/buyer-signals?buyerId=${buyerId}`;
const rows = `/api/external/bridge/${bridgeId}/row`;
const emptyPage = { pageNumber: 1, pageSize: 10, totalItems: 0, totalPages: 0, result: [] };

const get = (path: string) => ({ method: 'GET', path, headers, body: '' });
const put = (path: string, body: unknown) => ({ method: 'PUT', path, headers, body: JSON.stringify(body) });
const ok = (body: unknown) => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

describe('the check against docs/openapi.yaml', () => {
  const api = loadOpenApi();

  it.each([
    ['a buyer that is no UUID', get('/api/external/feed/all/buyer-signals?buyerId=b'), 'buyerId'],
    ['no buyer', get('/api/external/feed/all/buyer-signals'), 'buyerId is missing'],
    ['an unknown sort', get(`${signals}&sort=Heat`), 'sort'],
    ['statuses joined by a comma', get(`${signals}&status=New,Saved`), 'status'],
    ['a filter term that is text', put(rows, { filters: { terms: ['New'] } }), 'terms/0'],
    ['a sort by a name', put(rows, { sorts: [{ column: 'Match Score' }] }), 'sorts/0/column'],
    ['no token', { ...get(signals), headers: {} }, 'Authorization'],
    ['a body sent as text', { ...put(rows, {}), headers: { authorization: 'Bearer t' } }, 'Content-Type'],
  ])('finds %s in a request', (_, request, mentioned) => {
    const problems = api.checkRequest(request);

    expect(problems.join('\n')).toContain(mentioned);
  });

  it.each([
    ['path ids that are no UUIDs', get('/api/external/bridge/tenders/column/metadata')],
    ['an operation of any word', put(rows, { filters: { terms: [{ field: 'f', operation: 'IsOneOf' }] } })],
  ])('takes %s in a request, as the contract leaves that open', (_, request) => {
    expect(api.checkRequest(request)).toEqual([]);
  });

  it('takes joined statuses only when told that arrays are joined', () => {
    const joined = loadOpenApi({ arrayParameters: 'comma' });

    expect(joined.checkRequest(get(`${signals}&status=New,Saved`))).toEqual([]);
    expect(joined.checkRequest(get(`${signals}&status=New,Sold`))).not.toEqual([]);
  });

  it.each([
    ['an envelope without totalItems', { ...emptyPage, totalItems: undefined }, 'totalItems'],
    ['a signal whose row is text', { ...emptyPage, result: [{ row: 'r' }] }, 'result/0/row'],
    [
      'a row id that is no UUID',
      { ...emptyPage, result: [{ bridge: { bridgeId }, row: { rowId: '7' } }] },
      '',
    ],
  ])('finds %s in an answer', (_, body, mentioned) => {
    const problems = api.checkAnswer(get(signals), ok(body));

    expect(problems).not.toEqual([]);
    expect(problems.join('\n')).toContain(mentioned);
  });
});
