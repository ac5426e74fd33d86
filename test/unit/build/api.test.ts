import { describe, expect, it } from 'vitest';
import { checkApi, type KnownColumns } from '../../../cli/doctor/check-api.ts';
import type { ApiPorts } from '../../../cli/open/call-api.ts';
import { ContractError, HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';
import { exampleConfig } from '../../support/infra/example-config.ts';

const [buyerId = ''] = exampleConfig.watch.buyers;
const bridgeId = '00000000-0000-4000-8000-000000000001';
const fix = 'signalpost secrets set BRIDGE_ACCESS_TOKEN --stage dev';
const column = { name: 'Match Score' };
const metadata = { columnId: 'c', bridgeId, column, additionalFields: [] };
const signal = { bridge: { bridgeId, columns: [column] }, row: { rowId: 'r', columns: {} } };
const paging = { pageNumber: 1, pageSize: 20, totalItems: 1, totalPages: 1 };

const answered = (status: number) =>
  new HttpStatusError(status, `listBuyerSignals: the service answered ${status}`);

interface Examined {
  readonly failure?: Error;
  readonly bridges?: readonly string[];
  readonly buyers?: readonly string[];
  /** In a match. */
  readonly matched?: readonly string[];
  /** Whether a call, of a bridge's id or a buyer's query, does not fail. */
  readonly answers?: (what: unknown) => boolean;
}

function examine(options: Examined = {}) {
  const asked: unknown[] = [];
  const answer = async <Answer>(what: unknown, value: Answer): Promise<Answer> => {
    asked.push(what);
    if (options.failure && !options.answers?.(what)) throw options.failure;
    return value;
  };
  const api: ApiPorts['api'] = {
    listColumnMetadata: (id) => answer(id, { result: [metadata], unreadable: [] }),
    listBridgeRows: () => Promise.reject(new Error('this check reads no rows')),
    listBuyerSignals: (query) => answer(query, { ...paging, result: [signal], unreadable: [] }),
  };
  const known: KnownColumns = new Map();
  const { bridges = [], buyers = bridges.length > 0 ? [] : [buyerId], matched = [] } = options;
  const watch = { ...exampleConfig.watch, bridges, buyers };
  const routes = exampleConfig.routes.map((route) => ({ ...route, match: { not: { bridges: matched } } }));
  const config = { ...exampleConfig, watch, routes };
  const check = () => checkApi(config, known, { api, deadline: () => 0 }, fix);
  return { asked, check, known };
}

describe('the check of the API', () => {
  it('asks for the columns of each bridge and some signals of each buyer, up to 50', async () => {
    const bridges = Array.from({ length: 49 }, (_, index) => bridgeId.replace(/1$/, `${index + 10}`));
    const { asked, check, known } = examine({
      bridges,
      buyers: [buyerId, 'more'],
      matched: [bridgeId, 'Name'],
    });

    const { state, found } = await check();
    expect([state, found]).toEqual([
      'ok',
      'it accepts the token and knows 50 of 52 bridges and buyers of the config',
    ]);
    expect(asked).toEqual([...bridges, { buyerId, pageSize: 20 }]);
    expect([...known.keys()]).toEqual([...bridges, bridgeId]);
  });

  it('reads the columns from the signals where no bridge is watched', async () => {
    const { asked, check, known } = examine();

    expect(await check()).toMatchObject({ state: 'ok' });
    expect(asked).toEqual([{ buyerId, pageSize: 20 }]);
    expect([...known]).toEqual([[bridgeId, [column.name]]]);
  });

  it('names each id that the API does not know, and only warns of one in a match', async () => {
    const given = {
      failure: answered(404),
      bridges: [bridgeId, 'b', 'c'],
      answers: (what: unknown) => what === bridgeId,
    };
    expect(await examine(given).check()).toMatchObject({
      state: 'failed',
      found: 'b, c: the service answered 404: the API does not know this bridge',
      fix: expect.stringContaining('the ids in watch'),
    });
    const other = bridgeId.replace('1', '2');
    expect(await examine({ ...given, bridges: [bridgeId], matched: [other] }).check()).toEqual({
      state: 'warning',
      found: `${other}: the service answered 404: the API does not know this bridge (in a match)`,
      fix: 'correct the id in match',
    });
  });

  it('asks nobody else once an answer is about all', async () => {
    const { asked, check } = examine({ failure: answered(401), bridges: [bridgeId, 'b', 'c'] });
    expect(await check()).toMatchObject({ found: 'it rejected the token (401)' });
    expect(asked).toEqual([bridgeId]);
  });

  it.each([
    [new HttpStatusError(401, ''), 'rejected the token (401)', fix],
    [answered(403), 'answered 403', 'or remove the buyer from watch'],
    [answered(429), 'answered 429', 'run this again later'],
    [new ContractError('listBuyerSignals: the body of the 200 is not JSON'), 'is not JSON', '(api.baseUrl)'],
    [
      new TransportError('CONNECTION_FAILED', 'listBuyerSignals: no answer came (ENOTFOUND)'),
      'no answer came (ENOTFOUND) from https://bridge.example.com (api.baseUrl)',
      'the network',
    ],
  ])('has its own sentence and fix for %s', async (failure, found, expectedMend) => {
    const finding = await examine({ failure }).check();

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(found);
    expect(finding.found).not.toContain('listBuyerSignals');
    expect(finding.fix).toContain(expectedMend);
  });

  it("names a buyer's id among the bridges as such: the service only says that it knows no such bridge", async () => {
    const { asked, check } = examine({
      failure: answered(404),
      bridges: [buyerId],
      answers: (what) => typeof what === 'object',
    });

    expect(await check()).toEqual({
      state: 'failed',
      found: `${buyerId}: the id of a buyer, in watch.bridges`,
      fix: 'move it to watch.buyers',
    });
    expect(asked).toEqual([buyerId, { buyerId, pageSize: 20 }]);
  });

  it('only warns of a buyer that is not found, which may have no signal', async () => {
    const { state, found, fix } = await examine({ failure: answered(404) }).check();

    expect(state).toBe('warning');
    expect(found).toMatch(/does not know this buyer$/);
    expect(fix).toContain('the ids in watch');
  });
});
