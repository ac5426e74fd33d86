import { describe, expect, it } from 'vitest';
import type { Check } from '../../../cli/doctor/check.ts';
import type { ApiPorts, KnownColumns } from '../../../cli/doctor/check-api.ts';
import { checkColumns } from '../../../cli/doctor/check-columns.ts';
import type { BridgeColumn } from '../../../shared/bridge-api/index.ts';
import { HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const tenders = '00000000-0000-4000-8000-000000000001';
const people = '00000000-0000-4000-8000-000000000002';
const elsewhere = '00000000-0000-4000-8000-000000000009';
const score: BridgeColumn = {
  columnId: 'c0ffee00-0000-4000-8000-000000000001',
  name: 'Match Score',
  key: 'ms',
};
const city: BridgeColumn = { name: 'City', key: 'city' };

interface Given {
  readonly hot?: readonly string[];
  readonly bridges?: readonly string[];
  readonly match?: readonly string[];
  readonly asks?: RouteMatch;
  readonly show?: readonly string[];
  /** The columns of each bridge, or what asking for them fails with. */
  readonly has?: Readonly<Record<string, readonly BridgeColumn[] | Error>>;
  readonly known?: KnownColumns;
}

function examine(given: Given) {
  const { hot = [], bridges = [tenders, people], match, asks, show, has = {}, known = new Map() } = given;
  const asked: string[] = [];
  const config = {
    ...exampleConfig,
    watch: { ...exampleConfig.watch, bridges },
    hot: { topByHotness: 0, columns: hot.map((name) => ({ name, atLeast: 80 })) },
    routes: exampleConfig.routes.map((route, index) =>
      index === 0
        ? { ...route, ...((match || asks) && { match: { bridges: match, ...asks } }), ...(show && { show }) }
        : route,
    ),
  };
  const listColumnMetadata = async (bridgeId: string) => {
    asked.push(bridgeId);
    const columns = has[bridgeId] ?? [];
    if (columns instanceof Error) throw columns;
    return { result: columns.map((column) => ({ column })), unreadable: [] };
  };
  const ports = { api: { listColumnMetadata }, deadline: () => 0 } as unknown as ApiPorts;
  const checks = checkColumns(config, known, ports);
  return { asked, config, checks, check: checks[0] as Check };
}

describe('the check of the columns that the config names', () => {
  it('is worth a call only where the config names columns, or bridges in a match that it does not watch', () => {
    expect(examine({}).checks).toEqual([]);
    expect(examine({ hot: ['City'] }).checks).toHaveLength(1);
    expect(examine({ match: [elsewhere] }).checks).toHaveLength(1);
    expect(examine({ show: ['City'] }).checks).toHaveLength(1);
    expect(examine({ asks: { columns: [{ name: 'City', isEmpty: true }] } }).checks).toHaveLength(1);
  });

  it('finds each in one of the watched bridges, and asks no further once all are found', async () => {
    const { check, asked } = examine({
      hot: ['Match Score', 'City'],
      bridges: [tenders, people, elsewhere],
      has: { [tenders]: [score], [people]: [city] },
    });

    expect(check.needs).toEqual(['the API']);
    expect(await check.run()).toEqual({ state: 'ok', found: 'Match Score, City' });
    expect(asked).toEqual([tenders, people]);
  });

  it('warns of a column that a match asks for, however deep, and no bridge has', async () => {
    const asks = { any: [{ not: { columns: [{ name: 'Cty', equals: 'Springfield' }] } }] };
    const { check, config } = examine({ asks, has: { [tenders]: [city] } });

    const finding = await check.run();
    expect(finding.state).toBe('warning');
    expect(finding.found).toContain(
      `"Cty" of the match of route ${config.routes[0]?.id} (did you mean "City"?)`,
    );
  });

  it('does not ask again for what the check of the API was told', async () => {
    const { check, asked } = examine({ hot: ['Match Score'], known: new Map([[tenders, [score]]]) });

    expect(await check.run()).toMatchObject({ state: 'ok' });
    expect(asked).toEqual([]);
  });

  it('warns of a column of no watched bridge, and names the nearest', async () => {
    const { check, asked } = examine({
      hot: ['City', 'Match Scor'],
      has: { [tenders]: [city], [people]: [score] },
    });

    expect(await check.run()).toEqual({
      state: 'warning',
      found: 'no watched bridge has the column "Match Scor" of hot.columns (did you mean "Match Score"?)',
      fix: expect.stringContaining('display name'),
    });
    expect(asked).toEqual([tenders, people]);
  });

  it('looks at 20 bridges at most', async () => {
    const bridges = Array.from(
      { length: 30 },
      (_, index) => `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    );
    const { check, asked } = examine({ hot: ['City'], bridges });

    expect(await check.run()).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('10 bridges could not be read'),
    });
    expect(asked).toHaveLength(20);
  });

  it('goes by the bridges of the signals that were listed where only buyers are watched', async () => {
    const known = new Map([[elsewhere, [score]]]);

    expect(await examine({ hot: ['Match Score'], bridges: [], known }).check.run()).toMatchObject({
      state: 'ok',
    });
    expect(await examine({ hot: ['Match Scor'], bridges: [], known }).check.run()).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('no bridge of the first signals listed has the column "Match Scor"'),
    });
    // Without a listed signal there is nothing to compare with.
    expect(await examine({ hot: ['Match Scor'], bridges: [] }).check.run()).toMatchObject({ state: 'ok' });
  });

  it('warns of a bridge in a match that the API does not know, and names the nearest watched one', async () => {
    const wrong = '00000000-0000-4000-8000-000000000003';
    const { check } = examine({
      match: [tenders, wrong],
      has: { [wrong]: new HttpStatusError(404, '') },
    });

    expect(await check.run()).toEqual({
      state: 'warning',
      found: `the API does not know the bridge "${wrong}" in the match of route crm (did you mean "${tenders}"?)`,
      fix: expect.stringContaining('match'),
    });
  });

  it('asks for bridges by their ids alone, however deep they stand', async () => {
    const asks = { any: [{ bridges: ['Tenders', elsewhere] }] };
    const { check, asked } = examine({ match: ['Board Meetings', tenders], asks });

    expect(await check.run()).toMatchObject({ state: 'ok' });
    expect(asked).toEqual([elsewhere]);
    expect(examine({ match: ['Board Meetings'] }).checks).toEqual([]);
  });

  it('does not take a bridge for unknown when the API only fails', async () => {
    const { check } = examine({
      match: [elsewhere],
      has: { [elsewhere]: new TransportError('TIMEOUT', '') },
    });

    expect(await check.run()).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('1 bridge could not be read'),
    });
  });
});
